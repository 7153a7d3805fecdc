import type { SendResult } from '../../../mail/transport.ts'
import type { Transport } from '../open-transports.ts'
import { dayOf, returnAllowances, returnRates, takeAllowances, takeRates } from './limits.ts'
import { type Assigned, dailyLimit, rateLimit, receiverLimit } from './transport-limits.ts'

interface RateLimit<Row> {
  key: string
  per_second: number
  of: (row: Row) => boolean
}

interface DailyLimit<Row> {
  subject: string
  number: number
  allowance: number
  of: (row: Row) => boolean
}

/**
 * Messages that a batch took from a limit and has not sent yet. They are returned at the end of the batch. Below 0: sent without a grant.
 */
interface Taken {
  of: (row: Assigned) => boolean
  count: number
}

/** The limits from which a batch took messages, and the transport of each message. */
export class Grants {
  readonly transport_of = new Map<number, Transport>()
  readonly #rates = new Map<string, Taken & RateLimit<Assigned>>()
  readonly #allowances = new Map<string, Taken & DailyLimit<Assigned>>()
  readonly #now: Date

  constructor(now: Date) {
    this.#now = now
  }

  /** Takes messages from each rate. Returns the rows that may be sent, in their order, and passes the others to `hold`. */
  async takeRates<Row extends Assigned, Limit extends RateLimit<Assigned>>(
    rows: Row[],
    limits: readonly Limit[],
    hold: (limit: Limit, row: Row) => void,
  ): Promise<Row[]> {
    const requests = limits.map(({ key, per_second, of }) => ({ key, per_second, wanted: rows.filter(of).length }))
    const granted = await takeRates(requests, this.#now)
    const divided = limits.map((limit) => ({ limit, count: granted.get(limit.key) ?? 0 }))
    for (const { limit, count } of divided) add(this.#rates, limit.key, limit, count)
    return divide(rows, divided, hold)
  }

  /** The same for daily allowances. */
  async takeAllowances<Row extends Assigned, Limit extends DailyLimit<Assigned>>(
    rows: Row[],
    limits: readonly Limit[],
    hold: (limit: Limit, row: Row) => void,
  ): Promise<Row[]> {
    const requests = limits.map(({ of, ...limit }) => ({ ...limit, wanted: rows.filter(of).length }))
    const granted = await takeAllowances(requests, dayOf(this.#now))
    const divided = limits.map((limit) => ({ limit, count: granted.get(limit.subject) ?? 0 }))
    for (const { limit, count } of divided) add(this.#allowances, limit.subject, limit, count)
    return divide(rows, divided, hold)
  }

  assign(subscriber_id: number, { transport }: Assigned): void {
    this.transport_of.set(subscriber_id, transport)
  }

  /** Counts a message against the limits of its actual transport, even if another one had been granted. */
  used(subscriber_id: number | undefined, { transport, receiver, result }: Assigned & { result: SendResult }): void {
    if (subscriber_id === undefined) return
    const row = { transport, receiver }
    if (this.transport_of.get(subscriber_id) !== transport) this.#addLimits(row)
    for (const taken of this.#rates.values()) if (taken.of(row)) taken.count--
    // A message that was not accepted counts for rates, not for the daily allowance.
    if (result.kind !== 'accepted' && result.kind !== 'unconfirmed') return
    for (const taken of this.#allowances.values()) if (taken.of(row)) taken.count--
  }

  /** Adds the limits of a transport that took over, from which nothing may have been taken. */
  #addLimits(row: Assigned): void {
    const daily = dailyLimit(row.transport)
    if (daily) add(this.#allowances, daily.subject, daily, 0)
    for (const limit of [rateLimit(row.transport), receiverLimit(row)]) if (limit) add(this.#rates, limit.key, limit, 0)
  }

  /** Returns unused messages to all limits. */
  async settle(): Promise<void> {
    const [rates, allowances] = [left(this.#rates), left(this.#allowances)]
    await Promise.all([returnRates(rates, this.#now), returnAllowances(allowances, dayOf(this.#now))])
  }
}

function add<Limit extends { of: Taken['of'] }>(
  taken_limits: Map<string, Taken & Limit>,
  key: string,
  limit: Limit,
  count: number,
): void {
  const known = taken_limits.get(key)
  if (known) known.count += count
  else taken_limits.set(key, { ...limit, count })
}

function left<Limit>(taken: Map<string, Taken & Limit>): (Taken & Limit)[] {
  const changed = [...taken.values()].filter(({ count }) => count !== 0)
  taken.clear()
  return changed
}

/** Passes as many rows of each limit as were granted. */
function divide<Row extends Assigned, Limit extends { of: Taken['of'] }>(
  rows: Row[],
  limits: readonly { limit: Limit; count: number }[],
  hold: (limit: Limit, row: Row) => void,
): Row[] {
  if (limits.length === 0) return rows
  const free = limits.map(({ count }) => count)
  return rows.filter((row) => {
    const at = limits.findIndex(({ limit }) => limit.of(row))
    const known_limit = limits[at]
    if (!known_limit) return true
    if ((free[at] ?? 0) > 0) {
      free[at] = (free[at] ?? 0) - 1
      return true
    }
    hold(known_limit.limit, row)
    return false
  })
}
