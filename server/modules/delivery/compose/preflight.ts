import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { HeaderError } from '../../../mail/mime/header.ts'
import { type AudienceCondition, MAILABLE } from '../enqueueing/enqueue-recipients.ts'
import type { Snapshot } from './compose.ts'
import { prepareMail } from './personalize.ts'
import { loadSegments } from './segment-conditions.ts'

const SAMPLE = 100
/**
 * The request keeps a database connection while it builds messages. A slow template is checked for the first subscriber and as many others
 * as time allows.
 */
const WORK_MS = 5_000
/** A template that exceeds its limits takes seconds per subscriber, and one failure is enough to prevent sending. */
const FAILING_MS = 2_000

export interface Preflight {
  /** Number of active subscribers in the audience. */
  audience_count: number
  /** One or two sentences per kind of failure. Empty: all messages were built. */
  problems: string[]
}

/** Stands in for a subscriber in previews of an empty account. */
export const SAMPLE_SUBSCRIBER: TemplateSubscriber = {
  id: 0,
  email_address: 'robin@example.com',
  first_name: 'Robin',
  fields: {},
  tracking_disabled: true,
  city: 'Oslo',
  region: null,
  country: 'Norway',
  tags: [],
}

/**
 * Counts the audience (a condition over `subscriber s`, values from `$3`), and builds the messages of its first subscriber and 100 random
 * ones as sending would, for about `work_ms`. Only counts without a snapshot. Uses `samples` for an empty audience.
 */
export async function runPreflight(
  ctx: Ctx,
  {
    audience,
    snapshot,
    samples = [],
    work_ms = WORK_MS,
  }: {
    audience: AudienceCondition
    snapshot: Snapshot | null
    samples?: readonly TemplateSubscriber[]
    work_ms?: number
  },
): Promise<Preflight> {
  const { audience_count, subscribers } = await sampleAudience(ctx, { audience, most: snapshot ? SAMPLE : 0 })
  const recipients = subscribers.length > 0 ? subscribers : samples
  return { audience_count, problems: snapshot ? await buildAll(ctx, snapshot, recipients, work_ms) : [] }
}

/** Counts the audience, and returns its first subscriber and `most` random ones. */
export async function sampleAudience(
  ctx: Ctx,
  { audience, most }: { audience: AudienceCondition; most: number },
): Promise<{ audience_count: number; subscribers: TemplateSubscriber[] }> {
  const rows = await ctx.sql.rows<TemplateSubscriber & { total: number }>(SAMPLED(audience.where), [
    most,
    ...audience.values,
  ])
  return { audience_count: rows[0]?.total ?? 0, subscribers: rows.filter(({ id }) => id !== null) }
}

const SAMPLED = (where: string) => `
  with audience as materialized (
    select s.id from subscriber s where s.account_id = $1 and s.state = 'active' and ${where}
  ), chosen as (
    (select id from audience where $2 > 0 order by id limit 1) union (select id from audience order by random() limit $2)
  )
  select n.total, p.* from (select count(*)::int as total from audience) n left join (
    select s.id, s.email_address, s.first_name, s.fields, s.tracking_disabled, s.city, s.region, s.country,
      array(select t.name from tagging g join tag t on t.account_id = g.account_id and t.id = g.tag_id
        where g.account_id = s.account_id and g.subscriber_id = s.id order by 1) as tags
    from chosen join subscriber s on s.account_id = $1 and s.id = chosen.id and ${MAILABLE}
  ) p on true
  order by p.id = (select min(id) from chosen) desc, random()`

async function buildAll(
  ctx: Ctx,
  snapshot: Snapshot,
  subscribers: readonly TemplateSubscriber[],
  work_ms: number,
): Promise<string[]> {
  const prepared = prepareMail(snapshot, { account_id: ctx.account_id, mail_id: 0 })
  await loadSegments(ctx, subscribers, { names: prepared.segment_names })
  const failures = new Map<string, { first: string; count: number }>()
  const began = performance.now()
  let built = 0
  for (const subscriber of subscribers) {
    const most_ms = failures.size > 0 ? Math.min(FAILING_MS, work_ms) : work_ms
    if (built > 0 && performance.now() - began >= most_ms) break
    const problem = problemOf(() => prepared.message(subscriber, ctx.now()))
    built++
    if (problem) {
      const known = failures.get(problem)
      if (known) known.count++
      else failures.set(problem, { first: subscriber.email_address, count: 1 })
    }
    await setImmediate()
  }
  return [...failures].map(([problem, { first, count }]) => {
    const others = count > 1 ? ` ${count} of ${built} subscribers checked are affected.` : ''
    return `The email cannot be built for ${first}. ${problem}.${others}`
  })
}

function problemOf(build: () => unknown): string | null {
  try {
    build()
    return null
  } catch (error) {
    const problem = renderProblem(error)
    if (problem === null) throw error
    return problem
  }
}

/** Explains to the creator why a message cannot be built. Null for other errors. */
export function renderProblem(error: unknown): string | null {
  if (error instanceof LiquidError) return `${PARTS[error.part ?? 'content']}: ${error.message.replace(/\.$/, '')}`
  if (!(error instanceof HeaderError)) return null
  if (error.header === 'Subject') return 'Subject: it contains a line break or another control character'
  return `The header ${error.message}`
}

const PARTS = { subject: 'Subject', content: 'Content', text: 'Plain-text version' }
