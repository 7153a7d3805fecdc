import type { SendResult } from '../../../mail/transport.ts'
import type { Transport } from '../open-transports.ts'
import { dayOf, returnAllowances, returnRates, takeAllowances, takeRates } from './limits.ts'

interface Assigned {
  transport: Transport
  receiver: string
}

interface RateLimit<Row> {
  key: string
  per_second: number
  detail: string
  of: (row: Row) => boolean
}

interface DailyLimit<Row> {
  subject: string
  number: number
  allowance: number
  of: (row: Row) => boolean
}

/** What a batch took from each limit. What it did not send goes back when it ends. */
interface Taken {
  of: (row: Assigned) => boolean
  count: number
  per_second: number | null
}

/** The limits that a batch took from, and the transport of each of its messages. */
export class Grants {
  readonly transport_of = new Map<number, Transport>()
  readonly #taken = new Map<string, Taken>()
  readonly #now: Date

  constructor(now: Date) {
    this.#now = now
  }

  /** Takes messages of each rate. Returns the rows that may go, in their order; the others are passed to `hold`. */
  async takeRates<Row extends Assigned, Limit extends RateLimit<Row>>(
    rows: Row[],
    limits: readonly Limit[],
    hold: (limit: Limit, row: Row) => void,
  ): Promise<Row[]> {
    const requests = limits.map(({ key, per_second, of }) => ({ key, per_second, wanted: rows.filter(of).length }))
    const granted = await takeRates(requests, this.#now)
    return this.#divide(
      rows,
      limits.map((limit) => ({ ...limit, limit, id: limit.key, count: granted.get(limit.key) ?? 0 })),
      hold,
    )
  }

  /** The same for daily allowances. */
  async takeAllowances<Row extends Assigned, Limit extends DailyLimit<Row>>(
    rows: Row[],
    limits: readonly Limit[],
    hold: (limit: Limit, row: Row) => void,
  ): Promise<Row[]> {
    const requests = limits.map(({ subject, number, allowance, of }) => ({
      subject,
      number,
      allowance,
      wanted: rows.filter(of).length,
    }))
    const granted = await takeAllowances(requests, dayOf(this.#now))
    const divided = limits.map((limit) => ({
      of: limit.of,
      limit,
      id: limit.subject,
      count: granted.get(limit.subject) ?? 0,
    }))
    return this.#divide(rows, divided, hold)
  }

  assign(subscriber_id: number, { transport }: Assigned): void {
    this.transport_of.set(subscriber_id, transport)
  }

  /** Counts a message against the limits of the transport that got it, which another one may have been granted. */
  used(subscriber_id: number | undefined, { transport, receiver, result }: Assigned & { result: SendResult }): void {
    if (subscriber_id === undefined || this.#taken.size === 0) return
    // A message that was not accepted counts for rates, not for a day's messages.
    const has_left = result.kind === 'accepted' || result.kind === 'unconfirmed'
    for (const taken of this.#taken.values())
      if ((has_left || taken.per_second !== null) && taken.of({ transport, receiver })) taken.count--
  }

  /** Returns to all limits what was not sent. */
  async settle(now: Date): Promise<void> {
    const left = [...this.#taken].filter(([, { count }]) => count !== 0)
    this.#taken.clear()
    await Promise.all([
      returnRates(
        left.flatMap(([key, { count, per_second }]) => (per_second === null ? [] : [{ key, per_second, count }])),
      ),
      returnAllowances(
        left.flatMap(([subject, { count, per_second }]) => (per_second === null ? [{ subject, count }] : [])),
        dayOf(now),
      ),
    ])
  }

  #divide<Row extends Assigned, Limit>(
    rows: Row[],
    limits: readonly { id: string; of: (row: Row) => boolean; count: number; limit: Limit; per_second?: number }[],
    hold: (limit: Limit, row: Row) => void,
  ): Row[] {
    if (limits.length === 0) return rows
    for (const { id, of, count, per_second = null } of limits)
      this.#taken.set(id, { of: of as Taken['of'], count, per_second })
    const left = limits.map(({ count }) => count)
    return rows.filter((row) => {
      const at = limits.findIndex(({ of }) => of(row))
      const limit = limits[at]
      if (!limit) return true
      if ((left[at] ?? 0) > 0) {
        left[at] = (left[at] ?? 0) - 1
        return true
      }
      hold(limit.limit, row)
      return false
    })
  }
}
