import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import type { Transport } from '../open-transports.ts'
import { Grants } from './grants.ts'
import { lineUp, lineUpForDays, type Waiting } from './queue-line.ts'
import { rateOf, receiverOf } from './receivers.ts'
import { count, dailyLimit, rateLimit, receiverLimit } from './transport-limits.ts'
import { domainAllowances } from './warm-up.ts'

/** A claimed message. */
export interface Recipient {
  /** The subscriber. */
  id: number
  email_address: string
}

/** A message that may not be sent now. It stays queued until `next_attempt_at`, without counting an attempt. */
export interface Held {
  subscriber_id: number
  /** `throttled`: a rate limit. `backed_off`: its receiver defers. `warm_up`, `daily_limit`: a daily allowance. */
  reason: 'throttled' | 'backed_off' | 'warm_up' | 'daily_limit'
  /** Description of the limit for the report. */
  detail: string
  next_attempt_at: Date
}

/** Messages per second to a receiver after a back-off, if the receiver has no rate of its own. */
const AFTER_BACK_OFF = 20

interface Row {
  row: Recipient
  transport: Transport
  receiver: string
  /** Transports without room for it. */
  tried: readonly Transport[]
}

/** A message's state while another transport is searched. */
export interface Full {
  tried: readonly Transport[]
  receiver: string
  /** True if the last one has sent its whole daily allowance. */
  is_day_over: boolean
}

/** Messages delayed by one limit, and the way they are queued for it. */
interface HeldGroup {
  cause: string
  reason: Held['reason']
  detail: string
  rows: Row[]
  from: Date
  per_second?: number
  /** Number of messages per day, tomorrow being 0. */
  allowance?: (day: number) => number | null
}

/** A transport's limit without room for a message now. */
interface FullLimit {
  cause: string
  reason: Held['reason']
  detail: string
  per_second?: number
  allowance?: (day: number) => number
}

/**
 * Decides which messages of a batch may be sent now, in their order: account, warm-up of the sending domain, transport, receiving domain.
 * Limits shared by all processes cost a few statements per batch, and none if there is no limit.
 */
export async function admit(
  ctx: Ctx,
  {
    mail_id,
    rows,
    domain,
    pick,
    pickOther,
  }: {
    mail_id: number
    rows: readonly Recipient[]
    domain: string
    pick: () => Transport | undefined
    pickOther: (full: Full) => Transport | undefined
  },
): Promise<{ held: Held[]; grants: Grants }> {
  const now = ctx.now()
  const groups: HeldGroup[] = []
  const hold = (group: Omit<HeldGroup, 'rows'>, row: Row) => {
    const known = groups.find(({ cause }) => cause === group.cause)
    if (known) known.rows.push(row)
    else groups.push({ ...group, rows: [row] })
  }
  let remaining: Row[] = []
  for (const row of rows) {
    const transport = pick()
    if (!transport) break
    const receiver = receiverOf(row.email_address)
    const back_off = transport.back_offs.get(receiver)
    const entry = { row, transport, receiver, tried: [] }
    if (back_off?.until && back_off.until > now) {
      const rate = rateOf(receiver, transport.settings.receivers) ?? AFTER_BACK_OFF
      const per_second = Math.min(rate, AFTER_BACK_OFF)
      const cause = `back-off ${transport.name} ${receiver}`
      hold(
        { cause, reason: 'backed_off', detail: backedOff(receiver, back_off.reply), from: back_off.until, per_second },
        entry,
      )
    } else remaining.push(entry)
  }
  const grants = new Grants(now)
  const hourly = env().ACCOUNT_HOURLY_LIMIT
  if (hourly) {
    const detail = `This account: ${count(hourly)} messages per hour.`
    const limit = { key: `account ${ctx.account_id}`, per_second: hourly / 3600, of: () => true, detail }
    remaining = await grants.takeRates(remaining, [limit], ({ key, per_second }, row) =>
      hold({ cause: key, reason: 'throttled', detail, from: now, per_second }, row),
    )
  }
  const allowances = await domainAllowances({ domain, now })
  if (allowances) {
    const { number, today, later } = allowances
    const detail = `${domain} warms up: ${count(today)} messages on day ${number}.`
    const limit = { subject: `domain ${domain}`, number, allowance: today, of: () => true }
    remaining = await grants.takeAllowances(remaining, [limit], ({ subject }, row) =>
      hold({ cause: subject, reason: 'warm_up', detail, from: now, allowance: later }, row),
    )
  }
  // A full transport leaves its messages to other transports, so they wait only if all are full.
  const placed_rows: Row[] = []
  while (remaining.length > 0) {
    const full: { limit: FullLimit; row: Row }[] = []
    placed_rows.push(...(await takeTransportLimits(grants, remaining, (limit, row) => full.push({ limit, row }))))
    remaining = full.flatMap(({ limit, row }) => {
      const tried = [...row.tried, row.transport]
      const transport = pickOther({ tried, receiver: row.receiver, is_day_over: limit.reason === 'daily_limit' })
      if (transport) return [{ ...row, transport, tried }]
      hold({ ...limit, from: now }, row)
      return []
    })
  }
  for (const { row, transport, receiver } of placed_rows) grants.assign(row.id, { transport, receiver })
  return { held: await lineUpGroups(ctx, mail_id, groups), grants }
}

/**
 * Takes from the limits of the rows' assigned transports: messages per day, per second, and per second to a receiver. Returns the rows that
 * may be sent, in their order, and passes the others to `onFull`.
 */
async function takeTransportLimits(
  grants: Grants,
  rows: Row[],
  onFull: (limit: FullLimit, row: Row) => void,
): Promise<Row[]> {
  const used_transports = [...new Set(rows.map(({ transport }) => transport))]
  // Different causes than for rates, whose messages wait only seconds.
  const daily = used_transports.flatMap((transport) => dailyLimit(transport) ?? [])
  let remaining = await grants.takeAllowances(rows, daily, ({ subject, allowance, detail }, row) =>
    onFull({ cause: `day ${subject}`, reason: 'daily_limit', detail, allowance: () => allowance }, row),
  )
  const rates = used_transports.flatMap((transport) => rateLimit(transport) ?? [])
  const receivers = new Map(
    remaining.flatMap((row) => {
      const limit = receiverLimit(row)
      return limit ? [[limit.key, limit] as const] : []
    }),
  )
  for (const limits of [rates, [...receivers.values()]])
    remaining = await grants.takeRates(remaining, limits, ({ key, per_second, detail }, row) =>
      onFull({ cause: key, reason: 'throttled', detail, per_second }, row),
    )
  return remaining
}

/** Returns the reason why a message must wait for a receiver that began to defer during its batch. */
export function heldBack(
  transport: Transport,
  { id, email_address }: Recipient,
  { now, position }: { now: Date; position: number },
): Held | undefined {
  if (transport.back_offs.size === 0) return undefined
  const receiver = receiverOf(email_address)
  const back_off = transport.back_offs.get(receiver)
  if (!back_off?.until || back_off.until <= now) return undefined
  const next_attempt_at = new Date(+back_off.until + (position * 1000) / AFTER_BACK_OFF)
  return { subscriber_id: id, reason: 'backed_off', detail: backedOff(receiver, back_off.reply), next_attempt_at }
}

async function lineUpGroups(ctx: Ctx, mail_id: number, groups: readonly HeldGroup[]): Promise<Held[]> {
  const by_rate = groups.flatMap(({ cause, from, rows, per_second }): Waiting[] =>
    per_second ? [{ cause, from, count: rows.length, per_second }] : [],
  )
  const first = await lineUp(ctx, { mail_id, waiting: by_rate })
  const held_messages: Held[] = []
  for (const { cause, reason, detail, rows, per_second, from, allowance } of groups) {
    const begins = first.get(cause) ?? from
    const days = allowance ? await lineUpForDays(ctx, { mail_id, cause, count: rows.length, allowance }) : []
    for (const [at, { row }] of rows.entries()) {
      const next_attempt_at = days[at] ?? new Date(+begins + (at * 1000) / (per_second ?? 1))
      held_messages.push({ subscriber_id: row.id, reason, detail, next_attempt_at })
    }
  }
  return held_messages
}

const backedOff = (receiver: string, reply: string) => `${receiver} defers: ${reply}`.slice(0, 500)
