import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import { percentOf } from '../../../lib/text/rates.ts'
import { firstGroupSize, zonedSql, zonedValues } from '../../delivery/pacing/pace.ts'
import { IS_LISTED } from '../../subscribers/state/suppression.ts'
import { audienceOf, countRecipients } from '../compose/audience.ts'
import type { Prediction, PredictionInput, StagedPlan } from '../plan-schema.ts'
import { readStored, type StoredBroadcast } from '../view.ts'
import { MIN_PER_VERSION, smallestDifference } from './ab-test.ts'
import { hasPassedEverywhere, PASSED_EVERYWHERE, versionsOf } from './plan.ts'

/** Rates assumed for an account without sent broadcasts. */
const ASSUMED = { clicks: 3, opens: 30 }
/** Warn about a test that detects only changes above half of the rate. */
const COARSE = 0.5

/** Predicts numbers and times of sending now, and what prevents it. Throws not_found or invalid. */
export async function predictSending(ctx: Ctx, { id, plan }: PredictionInput): Promise<Prediction> {
  const stored = await readStored(ctx, { id })
  const broadcast = plan === undefined ? stored : { ...stored, plan }
  const { count } = await countRecipients(ctx, await audienceOf(ctx, broadcast, { first: 3 }))
  const found = await predict(ctx, broadcast, count)
  const isPast = broadcast.plan?.kind === 'time_zones' && hasPassedEverywhere(broadcast.plan.at, ctx.now())
  return isPast ? { ...found, problems: [...found.problems, PASSED_EVERYWHERE], times: [] } : found
}

export async function predict(ctx: Ctx, broadcast: StoredBroadcast, audience: number): Promise<Prediction> {
  const prediction: Prediction = {
    audience,
    problems: [],
    warnings: [],
    first: null,
    per_version: null,
    smallest_difference: null,
    rate: null,
    is_own_rate: false,
    times: [],
    unknown_zone: null,
  }
  const { plan } = broadcast
  if (plan?.kind === 'staged') await addStages(ctx, prediction, broadcast, plan)
  if (plan?.kind === 'time_zones') await addTimes(ctx, prediction, broadcast)
  return prediction
}

/** Returns the size of the first group. */
const firstOf = ({ first }: StagedPlan, audience: number) =>
  'percent' in first ? firstGroupSize({ share: first.percent / 100, count: audience }) : Math.min(audience, first.count)

async function addStages(ctx: Ctx, found: Prediction, broadcast: StoredBroadcast, plan: StagedPlan): Promise<void> {
  const { audience } = found
  const first = firstOf(plan, audience)
  found.first = first
  if (audience > 0 && first >= audience)
    found.problems.push(
      `The first group must be smaller than the audience, which is ${audience}. Choose a smaller first group, or send to everyone.`,
    )
  if (!plan.test) return
  const versions = versionsOf(broadcast)
  if (versions.length < 2)
    found.problems.push('An A/B test compares at least two versions. Add a version, or send without a test.')
  else if (isSame(versions)) found.problems.push('Two versions are the same. Change the subject or the content of one.')
  const { when_unclear, metric } = plan.test
  if (typeof when_unclear === 'number' && when_unclear > versions.length)
    found.problems.push('The version for an unclear result does not exist. Choose another one.')
  await addTracking(ctx, found, broadcast, metric)
  const per_version = Math.floor(first / versions.length)
  found.per_version = per_version
  if (per_version < MIN_PER_VERSION) {
    found.problems.push(
      `Each version would go to ${per_version} subscribers, and a test needs at least ${MIN_PER_VERSION} for each. Choose a larger first group, fewer versions, or no test.`,
    )
    return
  }
  const own = await recentRate(ctx, metric)
  found.is_own_rate = own !== null
  found.rate = own ?? ASSUMED[metric]
  const share = smallestDifference({ of: per_version, rate: found.rate / 100, versions: versions.length })
  found.smallest_difference = Math.round(share * 1_000) / 10
  if (share > (found.rate / 100) * COARSE)
    found.warnings.push('This test is likely to end without a winner, because the versions would have to differ a lot.')
}

async function addTracking(ctx: Ctx, found: Prediction, broadcast: StoredBroadcast, metric: 'clicks' | 'opens') {
  const account = await ctx.db.account.findFirstOrThrow({
    select: { open_tracking_enabled: true, click_tracking_enabled: true },
  })
  const isOn = metric === 'opens' ? account.open_tracking_enabled : account.click_tracking_enabled
  if (!isOn || broadcast.tracking_disabled)
    found.problems.push(
      `The winner is chosen by ${metric}, which are not tracked. Turn tracking on, or choose another measure.`,
    )
  else if (metric === 'opens')
    found.warnings.push('Many email apps hide opens or open every email. Clicks are the more reliable measure.')
}

const isSame = (versions: readonly StoredBroadcast[]) =>
  new Set(versions.map(({ subject, content, preview_text }) => JSON.stringify([subject, preview_text, content]))).size <
  versions.length

/** Returns the rate of the last ten broadcasts in percent, or null without any. */
async function recentRate(ctx: Ctx, metric: 'clicks' | 'opens'): Promise<number | null> {
  const counts = await ctx.sql.one<{ sent: number; opened: number; clicked: number }>(
    `select coalesce(sum(sent), 0)::int as sent, coalesce(sum(opened), 0)::int as opened, coalesce(sum(clicked), 0)::int as clicked
     from (select sent, opened, clicked from mail
       where account_id = $1 and kind = 'broadcast' and completed_at is not null order by id desc limit 10) m`,
  )
  const rate = counts ? percentOf(metric === 'opens' ? 'open_rate' : 'click_rate', counts) : null
  return rate === 0 ? null : rate
}

async function addTimes(ctx: Ctx, found: Prediction, broadcast: StoredBroadcast): Promise<void> {
  const { plan } = broadcast
  if (plan?.kind !== 'time_zones') return
  const { where, values } = await audienceOf(ctx, broadcast, { first: 7 })
  const { time_zone } = await ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  // A scheduled broadcast starts in the first time zone, when no zone's hour has passed.
  const start = Math.max(ctx.now().getTime(), Date.parse(`${plan.at}Z`) - 14 * 3_600_000)
  const from = new Date(start).toISOString()
  const at = zonedSql({ zone: 's.time_zone', value: (offset) => `$${2 + offset}` })
  const rows = await ctx.sql.rows<{ at: string | null; count: number; unknown: number }>(
    `select ${isoSql('t.at')} as at, count(*)::int as count, (count(*) filter (where not t.is_known))::int as unknown
     from (select ${at} as at, coalesce(s.time_zone = any ($6::text[]), false) as is_known
       from subscriber s where s.account_id = $1 and s.state = 'active' and ${where} and not ${IS_LISTED}) t group by t.at order by t.at nulls first`,
    [...(await zonedValues(ctx, { at: plan.at, from, late: plan.late, time_zone })), ...values],
  )
  found.times = rows.slice(0, 40).map(({ at: time, count }) => ({ at: time, count }))
  found.unknown_zone = rows.reduce((sum, { unknown }) => sum + unknown, 0)
}
