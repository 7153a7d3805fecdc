import { invalid, notFound } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { type ComposedMail, composeMail, mistakeOf } from '../../delivery/compose/compose.ts'
import type { Pace } from '../../delivery/pacing/pace.ts'
import { draftOf, NotSendable } from '../compose/requirements.ts'
import type { SendPlan, Version } from '../plan-schema.ts'
import type { StoredBroadcast } from '../view.ts'

/** Returns the broadcast as each version: A, which is the broadcast itself, then B and C. Without a test, only A. */
export function versionsOf(broadcast: StoredBroadcast): StoredBroadcast[] {
  const others = isTest(broadcast.plan) ? (broadcast.versions ?? []) : []
  return [broadcast, ...others.map((version) => withVersion(broadcast, version))]
}

/** Returns the broadcast as one version, by default A. Throws not_found. */
export function versionOf(broadcast: StoredBroadcast, version = 1): StoredBroadcast {
  const found = versionsOf(broadcast)[version - 1]
  if (!found) throw notFound()
  return found
}

/** `Version B`. */
export const versionName = (version: number): string => `Version ${'?ABC'[version] ?? '?'}`

export const isTest = (plan: SendPlan | null): boolean => plan?.kind === 'staged' && plan.test !== null

/** Returns the plan for a duplicate. Hours that have passed move to the next day. */
export function copyPlan(plan: SendPlan | null, now: Date): SendPlan | null {
  if (plan?.kind !== 'time_zones' || Date.parse(`${plan.at}Z`) > now.getTime()) return plan
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  return { ...plan, at: `${tomorrow}${plan.at.slice(tomorrow.length)}` }
}

const withVersion = (broadcast: StoredBroadcast, version: Version): StoredBroadcast => ({
  ...broadcast,
  subject: version.subject ?? broadcast.subject,
  preview_text: version.preview_text ?? broadcast.preview_text,
  content: version.content ?? broadcast.content,
  left_out: version.content === null ? broadcast.left_out : (version.left_out ?? []),
})

/** Composes the email, its variants, and the pace of its recipients. `audience_count`: the current number of recipients. */
export async function composePlanned(
  tx: Tx,
  broadcast: StoredBroadcast,
  { audience_count }: { audience_count: number },
): Promise<{ composed: ComposedMail; variants: ComposedMail[]; pace: Pace | null }> {
  const versions = versionsOf(broadcast)
  const composed = await composeOne(tx, broadcast)
  const variants: ComposedMail[] = []
  if (versions.length > 1) {
    variants.push(composed)
    for (const version of versions.slice(1)) {
      const known_urls = (variants.at(-1) ?? composed).links.map(({ url }) => url)
      variants.push(await composeOne(tx, version, known_urls))
    }
  }
  return { composed, variants, pace: await paceOf(tx, broadcast.plan, { audience_count, variants: versions.length }) }
}

/** Throws NotSendable for a text that cannot be composed. Links of other versions make it longer than at the check. */
async function composeOne(tx: Tx, version: StoredBroadcast, known_urls: readonly string[] = []): Promise<ComposedMail> {
  const draft = await draftOf(tx, version)
  try {
    return await composeMail(tx, draft, { known_urls })
  } catch (error) {
    const mistake = mistakeOf(error)
    throw mistake ? new NotSendable([mistake.message]) : error
  }
}

async function paceOf(
  tx: Tx,
  plan: SendPlan | null,
  { audience_count, variants }: { audience_count: number; variants: number },
): Promise<Pace | null> {
  const from = tx.now().toISOString()
  switch (plan?.kind) {
    case 'staged': {
      const share = 'percent' in plan.first ? plan.first.percent / 100 : plan.first.count / Math.max(1, audience_count)
      const expected_at = new Date(tx.now().getTime() + plan.wait_minutes * 60_000).toISOString()
      return { kind: 'staged', share: Math.min(share, 1), variants, expected_at }
    }
    case 'spread':
      return { kind: 'spread', from, minutes: plan.hours * 60 }
    case 'time_zones': {
      const { time_zone } = await tx.db.account.findFirstOrThrow({ select: { time_zone: true } })
      return { kind: 'time_zones', at: plan.at, late: plan.late, from, time_zone }
    }
    default:
      return null
  }
}

/** The earliest and latest time zones are 14 hours ahead of and 12 hours behind UTC. */
const EARLIEST_MS = 14 * 3_600_000
const LATEST_MS = 12 * 3_600_000

/**
 * Returns the start of a broadcast by time zones: its hour in the first time zone. Null for other plans. Throws invalid if the hour has
 * passed everywhere.
 */
export function zonedStart(plan: SendPlan | null, now: Date): Date | null {
  if (plan?.kind !== 'time_zones') return null
  if (hasPassedEverywhere(plan.at, now)) throw invalid(PASSED_EVERYWHERE)
  return new Date(Date.parse(`${plan.at}Z`) - EARLIEST_MS)
}

export const PASSED_EVERYWHERE = 'That hour has passed in every time zone. Choose a later date or time.'

/** Returns whether a local date and time is in the past in all time zones. */
export const hasPassedEverywhere = (at: string, now: Date): boolean => Date.parse(`${at}Z`) + LATEST_MS <= now.getTime()
