import type { Ctx } from '../../../core/context.ts'
import type { Held } from '../../transports/limits/admission.ts'
import type { ClaimedRow } from '../sending/batch.ts'
import { SENDER_REFUSED } from '../sending/outcome.ts'
import type { DeliveryUpdate } from '../sending/results.ts'
import type { OpenTransport } from './mail-transport.ts'

/** Messages of a claimed batch that may be sent now. The others are queued for later, without counting an attempt. */
export interface Admission<Row extends ClaimedRow = ClaimedRow> {
  now: Row[]
  later: DeliveryUpdate[]
}

/** Applies the limits of transports, receivers, sending domain and account, once per batch. */
export async function admitRows<Row extends ClaimedRow>(
  _ctx: Ctx,
  { mail_id, open, rows }: { mail_id: number; open: OpenTransport; rows: Row[] },
): Promise<Admission<Row>> {
  if (!open.route) return { now: rows, later: [] }
  const held = await open.route.admit({ mail_id, rows })
  const held_of = new Map(held.map((one) => [one.subscriber_id, one]))
  const later = rows.flatMap((row) => {
    const one = held_of.get(row.id)
    return one ? [heldUpdate(row, one)] : []
  })
  return { now: rows.filter(({ id }) => !held_of.has(id)), later }
}

/** Requeues the message if its receiver has begun to defer, otherwise undefined. */
export function heldBack(row: ClaimedRow, open: OpenTransport): DeliveryUpdate | undefined {
  const held = open.route?.heldBack(row)
  return held && heldUpdate(row, held)
}

function heldUpdate(row: ClaimedRow, { reason, ...held }: Held): DeliveryUpdate {
  // A rejected message keeps its reason, because another rejection adds no information (circuit.ts).
  return { ...held, state: 'queued', reason: row.reason === SENDER_REFUSED ? SENDER_REFUSED : reason }
}
