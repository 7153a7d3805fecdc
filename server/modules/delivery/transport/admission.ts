import type { Ctx } from '../../../core/context.ts'
import type { ClaimedRow } from '../sending/batch.ts'
import type { OpenTransport } from './mail-transport.ts'

/** Which messages of a claimed batch may be sent now. The others are queued until their time, without an attempt counted. */
export interface Admission<Row extends ClaimedRow = ClaimedRow> {
  now: Row[]
  later: { row: Row; until: Date }[]
}

/** Asks the transport for a batch, once. Every message is admitted. */
export async function admitRows<Row extends ClaimedRow>(
  _ctx: Ctx,
  { rows }: { open: OpenTransport; rows: Row[] },
): Promise<Admission<Row>> {
  return { now: rows, later: [] }
}
