import { type Ctx, systemPool } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { write } from '../core/write/write.ts'
import { checkSubscriberLimit } from '../modules/subscribers/state/counts.ts'
import { issue } from './content/issues.ts'
import type { SampleEmail } from './content/sample-emails.ts'
import type { Crowd } from './crowd.ts'
import { furnish } from './furnish.ts'
import { growthDays, sendTimes } from './history/calendar.ts'
import { seedLedger } from './history/ledger.ts'
import {
  at,
  broadcastRecipients,
  type IdRange,
  makeSentBroadcast,
  type SeededPart,
  type SentBroadcast,
} from './history/sent-broadcast.ts'
import { inParallel } from './parallel.ts'
import { reserveBatches, seedSubscribers } from './subscribers.ts'

export interface SeedInput {
  subscribers: number
  /** Number of days over which subscribers joined, including today, in the account's time zone. */
  days: number
  /** Number of sent broadcasts; `usualBroadcasts` by default, at most one every other day. */
  broadcasts?: number | undefined
  /** The same seed at the same time creates the same account. */
  random_seed?: number | undefined
  on_progress?: ((progress: SeedProgress) => void) | undefined
}

export interface SeedProgress {
  step: 'subscribers' | 'emails'
  done: number
  total: number
}

export interface SeedCounts {
  subscribers: number
  taggings: number
  form_subscriptions: number
  broadcasts: number
  deliveries: number
  engagements: number
}

/**
 * Adds subscribers who joined, opened emails and unsubscribed. Every statement is bounded and leaves consistent data, so the run can be
 * stopped at any time. Another run adds more subscribers. The account must have a sender, a layout and a postal address. Throws invalid for
 * numbers out of range, and forbidden above the plan's subscriber limit.
 */
export async function seedAccount(ctx: Ctx, input: SeedInput): Promise<SeedCounts> {
  const { subscribers, days, broadcasts = usualBroadcasts(input), random_seed = 1, on_progress } = input
  inRange('subscribers', subscribers, 1, 20_000_000)
  inRange('days', days, 1, 3650)
  inRange('broadcasts', broadcasts, 0, Math.floor(days / 2))
  inRange('random_seed', random_seed, 0, 2 ** 31)
  const now = ctx.now()
  const { time_zone } = await ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  const emails = sendTimes({ time_zone, now, days, count: broadcasts }).map((send_at, i) => ({
    email: issue(i),
    send_at,
  }))
  const seeded = await seedList(ctx, { subscribers, days, random_seed, emails, on_progress })
  await updateStatistics()
  return seeded.counts
}

export interface ListInput extends Required<Pick<SeedInput, 'subscribers' | 'days' | 'random_seed'>> {
  /** Oldest first. */
  emails: { email: SampleEmail; send_at: Date }[]
  on_progress?: SeedInput['on_progress']
}

/** Adds subscribers and the broadcasts sent to them. Also works inside a transaction. */
export async function seedList(
  ctx: Ctx,
  { subscribers, days, random_seed, emails, on_progress }: ListInput,
): Promise<{ counts: SeedCounts; form_id: number; ids: IdRange }> {
  const now = ctx.now()
  const workers = 'emit' in ctx ? 1 : WORKERS
  const { time_zone } = await ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  await write(ctx, (tx) => checkSubscriberLimit(tx, { adding: subscribers }))
  const growth = growthDays({ time_zone, now, days, subscribers, random_seed })
  const furniture = await furnish(at(ctx, growth[0]?.starts ?? now))
  const sends: SentBroadcast[] = []
  for (const { email, send_at } of emails) {
    const recipients = growth.reduce((sum, day) => sum + (day.starts < send_at ? day.new_subscribers : 0), 0)
    sends.push(await makeSentBroadcast(ctx, { email, send_at, recipients }))
  }
  const known = await ctx.sql.one<{ last: number | null }>(
    'select max(id) as last from subscriber where account_id = $1',
  )
  const crowd: Crowd = { random_seed, now, days: growth, ...furniture, sends, offset: known?.last ?? 0 }
  const counts = {
    subscribers: 0,
    taggings: 0,
    form_subscriptions: 0,
    broadcasts: sends.length,
    deliveries: 0,
    engagements: 0,
  }

  const parts: SeededPart[] = []
  await inParallel(workers, reserveBatches(ctx, { subscribers }), async (batch) => {
    const made = await seedSubscribers(ctx, { crowd, batch })
    parts.push({ first: batch.ids[0] ?? 0, last: batch.ids.at(-1) ?? 0, before: batch.first - 1 })
    add(counts, made)
    on_progress?.({ step: 'subscribers', done: counts.subscribers, total: subscribers })
  })
  parts.sort((a, b) => a.first - b.first)
  const ids = { first: parts[0]?.first ?? 0, last: parts.at(-1)?.last ?? 0 }

  // The next statements look up subscribers by ID, and the email from which each unsubscribed.
  if (workers > 1) await updateStatistics()
  let done_count = 0
  const total = sends.length * parts.length
  // One worker per email, because two statements that update the counts of one email would wait for each other.
  await inParallel(workers, sends, async (mail) => {
    for (const part of parts) {
      const recipients = broadcastRecipients(mail, { part, total: subscribers })
      add(counts, await seedLedger(ctx, { random_seed, now, mail, recipients }))
      done_count += 1
      on_progress?.({ step: 'emails', done: done_count, total })
    }
  })
  return { counts, form_id: furniture.form.id, ids }
}

const WORKERS = 2
const MAX_DELIVERIES = 4_000_000

/** Returns one broadcast a week, or fewer if that would exceed four million deliveries. */
export function usualBroadcasts({ subscribers, days }: Pick<SeedInput, 'subscribers' | 'days'>): number {
  return Math.min(Math.floor(days / 7), Math.max(2, Math.floor(MAX_DELIVERIES / subscribers)))
}

function inRange(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw invalid(`${name} must be a whole number from ${least} to ${most}`)
}

function add<Counts extends object>(sums: Record<keyof Counts, number>, counts: Counts): void {
  for (const key in counts) sums[key] += Number(counts[key])
}

/** Otherwise PostgreSQL plans the first queries as if the tables were empty, until autovacuum runs some minutes later. */
export async function updateStatistics(): Promise<void> {
  await systemPool().query(
    'analyze subscriber, state_change, consent, tagging, form_subscription, delivery, engagement, link, mail',
  )
}
