import { actingMember, type Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { iso, isoOrNull } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { percentText } from '../../../lib/locale/formats.ts'
import { percentOf, wholeOf } from '../../../lib/text/rates.ts'
import type { AudienceCondition } from '../../delivery/enqueueing/enqueue-recipients.ts'
import { Pace } from '../../delivery/pacing/pace.ts'
import {
  countFirstGroup,
  keepCounts,
  listVariants,
  readStage,
  releaseRest,
  releaseSlice,
  type Stage,
  setReleaseTime,
  type VariantCounts,
} from '../../delivery/pacing/stage.ts'
import { type SendState, sendMail } from '../../delivery/sending/send-mail.ts'
import { decideTest, type Version as TestVersion, wilson } from '../plan/ab-test.ts'
import {
  type Limits,
  Outcome,
  type ReleaseInput,
  type StagedPlan,
  type StagesView,
  type VersionResult,
} from '../plan-schema.ts'
import type { Broadcast } from '../schema.ts'
import { lockBroadcast, readBroadcast, readStored } from '../view.ts'
import { stopBroadcast } from './stopping.ts'

/** The next action of the sending job: `go`, `stop`, or wait for the rest, which is released at `until` if known. */
export type StageStep = { next: 'go' } | { next: 'stop' } | { next: 'wait'; until: Date | null }

/**
 * Advances a staged broadcast: stops it at a limit, schedules the rest's release, decides the test, and releases the rest. Does nothing for
 * other broadcasts. Safe to call any time from any process: each step is one transaction that happens once.
 */
export async function advanceStage(
  ctx: Ctx,
  { id, mail_id, remainingMs }: { id: number; mail_id: number; remainingMs: () => number },
): Promise<StageStep> {
  const stage = await readStage(ctx, { mail_id })
  if (!stage) return { next: 'go' }
  const { plan, status, stopped_at } = await readStored(ctx, { id })
  if (status !== 'sending' || stopped_at || plan?.kind !== 'staged') return { next: 'go' }
  const reason = plan.limits && limitReason(plan.limits, stage)
  if (reason) {
    // By resuming, the creator overrides the limits.
    await write(ctx, async (tx) => {
      await stopBroadcast(tx, { id, reason: `${reason} Resume it to send the rest without these limits.` })
      await tx.db.broadcast.updateMany({ where: { id }, data: { plan: { ...plan, limits: null } } })
    })
    return { next: 'stop' }
  }
  if (stage.released_at === null) {
    const release_at = stage.release_at ?? (await scheduleRelease(ctx, { mail_id, stage, plan }))
    if (!release_at || release_at > ctx.now()) return { next: 'wait', until: release_at }
    await write(ctx, (tx) => decide(tx, { id, mail_id, plan }))
  }
  while (await releaseSlice(ctx, { mail_id })) if (remainingMs() <= 0) break
  return { next: 'go' }
}

async function scheduleRelease(
  ctx: Ctx,
  { mail_id, stage, plan }: { mail_id: number; stage: Stage; plan: StagedPlan },
): Promise<Date | null> {
  if (!stage.finished_at) return null
  const at = new Date(stage.finished_at.getTime() + plan.wait_minutes * 60_000)
  await write(ctx, (tx) => setReleaseTime(tx, { mail_id, at }))
  return at
}

const NAMES = {
  bounces: { count: 'bounced', rate: 'bounce_rate' },
  complaints: { count: 'complained', rate: 'complaint_rate' },
  unsubscribes: { count: 'unsubscribed', rate: 'unsubscribe_rate' },
} as const
/** A single event among a few messages is no rate. */
const MIN_EVENTS = 2

/** Describes the first limit that is exceeded, or returns null. */
export function limitReason(
  limits: Limits,
  counts: Pick<Stage, 'sent' | 'failed' | 'bounced' | 'complained' | 'unsubscribed'>,
): string | null {
  for (const name of ['bounces', 'complaints', 'unsubscribes'] as const) {
    const limit = limits[name]
    const { count, rate } = NAMES[name]
    const events = counts[count]
    const whole = wholeOf(rate, counts)
    if (limit === null || events < MIN_EVENTS || events * 100 <= limit * whole) continue
    return `${events} of ${whole} subscribers ${count}, which is ${percentText(percentOf(rate, counts) ?? 100, 2)}. Your limit is ${percentText(limit, 2)}.`
  }
  return null
}

/** Decides the test of a locked broadcast and releases the rest, once. */
async function decide(tx: Tx, { id, mail_id, plan }: { id: number; mail_id: number; plan: StagedPlan }): Promise<void> {
  const { status, stopped_at } = await lockBroadcast(tx, { id })
  if (status !== 'sending' || stopped_at) return
  const counts = await countFirstGroup(tx, { mail_id })
  const { test } = plan
  const result = test ? decideTest(counts.map(measuredBy(test.metric)), test.when_unclear) : null
  await release(tx, {
    id,
    mail_id,
    counts,
    outcome: { kind: result?.kind ?? 'released', variant: result?.variant ?? 1, user_id: null },
  })
}

const measuredBy =
  (metric: 'clicks' | 'opens') =>
  ({ number, tracked, opened, clicked }: VariantCounts): TestVersion => ({
    number,
    of: tracked,
    count: Math.min(tracked, metric === 'opens' ? opened : clicked),
  })

async function release(
  tx: Tx,
  {
    id,
    mail_id,
    counts,
    outcome,
  }: { id: number; mail_id: number; counts: readonly VariantCounts[]; outcome: Omit<Outcome, 'at'> },
): Promise<boolean> {
  if (!(await releaseRest(tx, { mail_id, variant: outcome.variant }))) return false
  await keepCounts(tx, { mail_id, counts })
  await tx.db.broadcast.updateMany({ where: { id }, data: { outcome: { ...outcome, at: iso(tx.now()) } } })
  tx.emit('broadcast.send_requested', { broadcast_id: id })
  return true
}

/**
 * Releases the rest now, in an A/B test with the chosen version. Throws not_found, forbidden for the service, or invalid if no rest is
 * waiting.
 */
export function releaseNow(ctx: Ctx, { id, version }: ReleaseInput): Promise<Broadcast> {
  const user_id = actingMember(ctx)
  return write(ctx, async (tx) => {
    const { status, stopped_at, plan } = await lockBroadcast(tx, { id })
    if (stopped_at) throw invalid('Resume the broadcast first.')
    const mail = await tx.db.mail.findFirst({ where: { broadcast_id: id }, select: { id: true } })
    if (status !== 'sending' || plan?.kind !== 'staged' || !mail)
      throw invalid('This broadcast has nothing to release.')
    const mail_id = mail.id
    const variants = await listVariants(tx, { mail_id })
    const variant = version ?? (variants.length === 0 ? 1 : undefined)
    if (variant === undefined || (variants.length > 0 && !variants.some(({ number }) => number === variant)))
      throw invalid('Choose one of the versions for the rest.')
    const counts = await countFirstGroup(tx, { mail_id })
    if (tx.reach) noteReached(tx, { recipients: await countRest(tx, mail_id), suppressed: 0, is_exact: false })
    const outcome = { kind: variants.length > 0 ? 'by_hand' : 'released', variant, user_id } as const
    if (!(await release(tx, { id, mail_id, counts, outcome }))) throw invalid('The rest has already been released.')
    return readBroadcast(tx, { id })
  })
}

async function countRest(ctx: Ctx, mail_id: number): Promise<number> {
  const row = await ctx.sql.one<{ rest: number }>(
    `select count(*)::int as rest from delivery where account_id = $1 and mail_id = $2 and variant is null and state = 'queued'`,
    [mail_id],
  )
  return row?.rest ?? 0
}

/** Returns the state of a staged broadcast and the first group's results by version, as of the release if there was one. */
export async function getStages(ctx: Ctx, { id }: { id: number }): Promise<StagesView> {
  const { plan, mail } = await ctx.db.broadcast
    .findFirst({ where: { id }, select: { mail: { select: { id: true } } } })
    .then(async (found) => ({ mail: found?.mail, plan: (await readStored(ctx, { id })).plan }))
  const stage = mail && (await readStage(ctx, { mail_id: mail.id }))
  const nothing = { plan, release_at: null, released_at: null, first: 0, rest: 0, versions: [], outcome: null }
  if (!mail || !stage) return nothing
  const mail_id = mail.id
  const live = stage.released_at === null ? await countFirstGroup(ctx, { mail_id }) : []
  const kept_variants = await listVariants(ctx, { mail_id })
  const size = await ctx.sql.one<{ first: number; rest: number }>(
    `select count(*) filter (where variant is not null)::int as first,
       count(*) filter (where variant is null and state = 'queued')::int as rest
     from delivery where account_id = $1 and mail_id = $2`,
    [mail_id],
  )
  return {
    plan,
    release_at: isoOrNull(stage.release_at),
    released_at: isoOrNull(stage.released_at),
    first: size?.first ?? 0,
    rest: size?.rest ?? 0,
    versions: kept_variants.map((one) => resultOf({ ...one, ...live.find(({ number }) => number === one.number) })),
    outcome: await outcomeOf(ctx, id),
  }
}

function resultOf(counts: VariantCounts & { subject: string }): VersionResult {
  const { number, subject, sent, tracked, opened, clicked, unsubscribed, bounced } = counts
  const rates = { sent: tracked, opened: Math.min(tracked, opened), clicked: Math.min(tracked, clicked) }
  const percent = (count: number) => {
    const interval = wilson({ of: tracked, count })
    return interval && { low: Math.round(interval.low * 1_000) / 10, high: Math.round(interval.high * 1_000) / 10 }
  }
  return {
    number,
    subject,
    sent,
    tracked,
    opened,
    clicked,
    unsubscribed,
    bounced,
    open_rate: percentOf('open_rate', rates),
    click_rate: percentOf('click_rate', rates),
    opens: percent(rates.opened),
    clicks: percent(rates.clicked),
  }
}

async function outcomeOf(ctx: Ctx, id: number): Promise<StagesView['outcome']> {
  const row = await ctx.sql.one<{ outcome: unknown; user: string | null }>(
    `select t.outcome, (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = (t.outcome->>'user_id')::int) as user
     from broadcast t where t.account_id = $1 and t.id = $2 and t.outcome is not null`,
    [id],
  )
  return row ? { ...Outcome.parse(row.outcome), user: row.user } : null
}

interface StagedInput {
  id: number
  mail_id: number
  audience: AudienceCondition
  /** As stored with the email. */
  pace: unknown
  remainingMs: () => number
}

/** Sends at the email's pace, advancing a staged broadcast before and after. */
export async function sendStages(ctx: Ctx, { pace: stored, ...input }: StagedInput): Promise<SendState> {
  const pace = stored ? Pace.parse(stored) : null
  const paced = { ...input, audience: { ...input.audience, pace } }
  if (pace?.kind !== 'staged') return sendMail(ctx, paced)
  if ((await advanceStage(ctx, input)).next === 'stop') return { state: 'finished' }
  const state = await sendMail(ctx, paced)
  if (state.state !== 'wait' || (state.cause && state.cause !== 'retry')) return state
  const step = await advanceStage(ctx, input)
  if (step.next === 'stop') return { state: 'finished' }
  if (step.next === 'go') return state
  return { state: 'wait', until: step.until ?? state.until }
}
