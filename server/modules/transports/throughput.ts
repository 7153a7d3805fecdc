import { systemPool } from '../../core/context.ts'
import type { SendResult } from '../../mail/transport.ts'

interface Counts {
  accepted: number
  refused: number
  deferred: number
  unconfirmed: number
  last_error: string | null
}

const COLUMN = { accepted: 'accepted', rejected: 'refused', deferred: 'deferred', unconfirmed: 'unconfirmed' } as const

/** Counts transports' replies until `write` adds them to the rows of the hour. */
export class HourCounts {
  #counts = new Map<string, Counts>()

  add(transport: string, result: SendResult): void {
    const counts = this.#counts.get(transport) ?? {
      accepted: 0,
      refused: 0,
      deferred: 0,
      unconfirmed: 0,
      last_error: null,
    }
    this.#counts.set(transport, counts)
    counts[COLUMN[result.kind]]++
    if (result.kind !== 'accepted') counts.last_error = result.response.slice(0, 500)
  }

  async write(now: Date): Promise<void> {
    const counts = [...this.#counts].map(([transport, one]) => ({ transport, ...one }))
    this.#counts = new Map()
    if (counts.length === 0) return
    await systemPool().query(
      `insert into transport_hour as h (transport, hour, accepted, refused, deferred, unconfirmed, last_error)
       select transport, date_trunc('hour', $2::timestamptz, 'UTC'), accepted, refused, deferred, unconfirmed, last_error
       from jsonb_to_recordset($1::jsonb) as v(transport text, accepted int, refused int, deferred int, unconfirmed int, last_error text)
       order by transport
       on conflict (transport, hour) do update set accepted = h.accepted + excluded.accepted, refused = h.refused + excluded.refused,
         deferred = h.deferred + excluded.deferred, unconfirmed = h.unconfirmed + excluded.unconfirmed,
         last_error = coalesce(excluded.last_error, h.last_error)`,
      [JSON.stringify(counts), now],
    )
  }
}
