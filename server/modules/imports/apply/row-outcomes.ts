import { storable } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write.ts'
import { ArrayColumn } from '../../../db/array-column.ts'
import type { ReadRow } from '../mapping/columns.ts'
import { PROBLEMS, RowResult } from '../schema.ts'
import type { ValueChange } from './stored-changes.ts'

/** What became of a row, and why. */
export interface RowOutcome {
  row: ReadRow
  verdict: RowResult
  /** The subscriber it is about, if there is one. */
  id: number | null
  message: string | undefined
  /** Of an erased address: nothing that names it is stored. */
  is_nameless?: boolean
  before?: ValueChange | undefined
}

/** What is recorded of the rows of a batch, encoded as it is added. */
export class RowOutcomes {
  readonly #row_number = new ArrayColumn('int4')
  readonly #verdict = new ArrayColumn('text')
  readonly #message = new ArrayColumn('text')
  readonly #email_address = new ArrayColumn('text')
  readonly #cells = new ArrayColumn('jsonb')
  readonly #before = new ArrayColumn('jsonb')
  readonly #ids: (number | null)[] = []
  readonly #counts = new Map<RowResult, number>()
  #rows = 0
  #noted = 0

  add({ row, verdict, id, message, is_nameless, before }: RowOutcome): void {
    this.#row_number.add(row.row_number)
    this.#verdict.add(verdict)
    this.#message.add(message)
    this.#email_address.add(is_nameless ? null : row.email_address.slice(0, MAX_ADDRESS))
    const has_cells = !is_nameless && (isProblem(verdict) || row.message)
    this.#cells.add(has_cells ? JSON.stringify(row.cells.map(storable)) : null)
    this.#before.add(before && JSON.stringify(before))
    // A duplicate has no subscriber: it is the first row that did something.
    this.#ids.push(verdict === 'duplicate' ? null : id)
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1)
    this.#rows += 1
    if (row.message && !isProblem(verdict)) this.#noted += 1
  }

  /**
   * Records them and how far the file was read: the second half of every batch's transaction.
   * @param ids of the first rows, when they were not known yet as the rows were added
   */
  async save(tx: Tx, { id, read_to, ids }: { id: number; read_to: number; ids?: readonly number[] }): Promise<void> {
    const columns = [this.#row_number, this.#verdict, this.#message, this.#email_address, this.#cells, this.#before]
    await tx.sql.run(SAVE, [
      id,
      ...columns.map((column) => column.parameter()),
      `{${(ids ?? this.#ids).map((one) => one ?? 'null').join(',')}}`,
      tx.now(),
      read_to,
      this.#rows,
      this.#noted,
      ...RowResult.options.map((verdict) => this.#counts.get(verdict) ?? 0),
    ])
  }
}

const SAVE = `with moved as (
  update import set updated_at = $10, read_to = $11, done_rows = done_rows + $12, noted_count = noted_count + $13,
    ${RowResult.options.map((verdict, i) => `${verdict}_count = ${verdict}_count + $${14 + i}`).join(', ')}
  where account_id = $1 and id = $2
)
insert into import_row (account_id, import_id, row_number, verdict, message, email_address, cells, before, subscriber_id)
select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[], $9::bigint[])`

const isProblem = (verdict: RowResult) => (PROBLEMS as readonly RowResult[]).includes(verdict)

/** Enough to recognise what stood in the address column; all of it is in the cells. */
const MAX_ADDRESS = 300
