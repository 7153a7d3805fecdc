import type { ReadRow } from '../mapping/columns.ts'
import {
  addressesOf,
  type DecisionOptions,
  type Decisions,
  decideRows,
  type Found,
  type KnownSubscriber,
} from './decide.ts'
import { outcomeOf, type RowOutcome, type WrittenRow } from './outcome.ts'

/**
 * Destination of a batch: the account (`apply/save.ts`) or nowhere (`preview/dry-run.ts`). Writers only carry out decisions, so a preview
 * cannot differ from its import.
 */
export interface BatchWriter<Known extends KnownSubscriber, Written extends WrittenRow> {
  find(email_addresses: readonly string[]): Promise<Found<Known>>
  /** Returns the effects on accepted rows, by address. */
  write(decisions: Decisions<Known>): Promise<ReadonlyMap<string, Written>>
}

/** Decides and writes a batch. Returns the outcome of each row. */
export async function runBatch<Known extends KnownSubscriber, Written extends WrittenRow>(
  writer: BatchWriter<Known, Written>,
  rows: readonly ReadRow[],
  { limit, ...options }: DecisionOptions & { limit: number | null },
): Promise<RowOutcome<Written>[]> {
  const decisions = decideRows(rows, await writer.find(addressesOf(rows)), options)
  const written = await writer.write(decisions)
  return decisions.rows.map((decided) => outcomeOf(decided, { written: written.get(decided.row.email_address), limit }))
}
