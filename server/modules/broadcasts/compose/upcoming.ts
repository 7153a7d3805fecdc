import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { iso } from '../../../core/wire.ts'
import { zonedSql, zonedValues } from '../../delivery/pacing/pace.ts'
import { readDefinitions } from '../../segments/service.ts'
import { renderSubjects } from '../../subscribers/list/subjects.ts'
import { SendPlan } from '../plan-schema.ts'
import { type Excluded, SubscriberFilter } from '../schema.ts'
import { audienceOf, namedIn } from './audience.ts'

const MOST = 100

/** An upcoming broadcast of a subscriber. */
interface UpcomingBroadcast {
  id: number
  subject: string | null
  /** Null: sending is paused, or the rest's release is not known. */
  due_at: string | null
  /** True if stages or several hours can delay it beyond `due_at`. */
  is_earliest: boolean
  /** True if sending is paused. */
  is_stopped: boolean
  /** The subscriber has paused emails until later. */
  is_paused: boolean
}

/** Lists an active subscriber's scheduled broadcasts and waiting messages of broadcasts being sent, soonest first. */
export async function listUpcomingBroadcasts(
  ctx: Ctx,
  { subscriber_id }: { subscriber_id: number },
): Promise<UpcomingBroadcast[]> {
  const found = await listFound(ctx, subscriber_id)
  const upcoming = found.sort((a, b) => timeOf(a) - timeOf(b) || a.id - b.id)
  const subjects = await renderSubjects(ctx, { subscriber_id, subjects: upcoming.map(({ subject }) => subject ?? '') })
  return upcoming.map(({ id, due_at, is_earliest, is_stopped, paused_until }, at) => ({
    id,
    subject: subjects[at] || null,
    due_at: due_at && iso(due_at),
    is_earliest,
    is_stopped,
    is_paused: paused_until !== null && due_at !== null && paused_until > due_at,
  }))
}

interface Found extends Omit<UpcomingBroadcast, 'due_at' | 'is_paused'> {
  due_at: Date | null
  paused_until: Date | null
}

const timeOf = ({ due_at }: Found) => due_at?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Queued messages of broadcasts being sent that wait for their own hour, the rest of a staged broadcast, or a resume. */
const WAITING = `select b.id, coalesce(v.subject, b.subject) as subject, m.paused_at is not null as is_stopped, false as is_earliest,
    case when m.paused_at is not null then null when m.is_staged and d.variant is null then m.release_at
      else greatest(d.next_attempt_at, $3) end as due_at
  from broadcast b join mail m on m.account_id = b.account_id and m.broadcast_id = b.id
    join delivery d on d.account_id = m.account_id and d.mail_id = m.id and d.subscriber_id = $2
    left join mail_variant v on v.account_id = m.account_id and v.mail_id = m.id and v.number = d.variant
  where b.account_id = $1 and b.status = 'sending' and d.state = 'queued' order by b.id limit ${MOST}`

interface Scheduled {
  id: number
  subject: string | null
  send_at: Date
  subscriber_filter: unknown
  excluded: Excluded | null
  resend_of: number | null
  plan: unknown
  /** Time zone of the account. */
  time_zone: string
}

async function listFound(ctx: Ctx, subscriber_id: number): Promise<Found[]> {
  const scheduled = await ctx.sql.rows<Scheduled>(
    `select b.id, b.subject, b.send_at, b.subscriber_filter, b.excluded, b.resend_of, b.plan, a.time_zone
     from broadcast b join account a on a.id = b.account_id
     where b.account_id = $1 and b.status = 'scheduled' and b.send_at is not null order by b.send_at, b.id limit ${MOST}`,
  )
  const audiences = scheduled.map(({ subscriber_filter, excluded, resend_of }) => ({
    subscriber_filter: subscriber_filter === null ? null : SubscriberFilter.parse(subscriber_filter),
    excluded,
    resend_of,
  }))
  const segments = await readDefinitions(ctx, {
    ids: audiences.flatMap(namedIn).flatMap(({ type, ids }) => (type === 'segment' ? ids : [])),
  })
  const values: unknown[] = [subscriber_id, ctx.now()]
  const conditions: string[] = []
  const times: string[] = []
  for (const [at, { send_at, plan, time_zone }] of scheduled.entries()) {
    const within = (id: string) => `${id} = $2::bigint`
    const scope = { first: values.length + 2, within, segments }
    const audience = audiences[at] ?? { subscriber_filter: [], excluded: null, resend_of: null }
    const condition = await audienceOf(ctx, audience, scope).catch((error: unknown) => {
      // A broadcast without its segment is not sent.
      if (error instanceof AppError) return { where: 'false', values: [] }
      throw error
    })
    conditions.push(`(${condition.where})`)
    values.push(...condition.values)
    const zoned = planOf(plan)
    if (zoned?.kind !== 'time_zones') {
      times.push('null::timestamptz')
      continue
    }
    const first = values.length + 2
    times.push(zonedSql({ zone: 's.time_zone', value: (offset) => `$${first + offset}` }))
    values.push(...(await zonedValues(ctx, { ...zoned, from: iso(send_at), time_zone })))
  }
  const row = await ctx.sql.one<{
    matched: boolean[]
    times: (string | null)[]
    waiting: (Omit<Found, 'due_at' | 'paused_until'> & { due_at: string | null })[]
    paused_until: Date | null
  }>(
    `select array[${conditions.join(', ')}]::boolean[] as matched, to_jsonb(array[${times.join(', ')}]::timestamptz[]) as times,
       (select coalesce(jsonb_agg(w), '[]') from (${WAITING}) w) as waiting, s.paused_until
     from subscriber s where s.account_id = $1 and s.id = $2::bigint and s.state = 'active'`,
    values,
  )
  if (!row) return []
  const { paused_until } = row
  const waiting = row.waiting.map(({ due_at, ...rest }) => ({
    ...rest,
    due_at: due_at ? new Date(due_at) : null,
    paused_until,
  }))
  const matched = scheduled.flatMap(({ id, subject, send_at, plan }, at) => {
    if (!row.matched[at]) return []
    const time = row.times[at]
    const kind = planOf(plan)?.kind
    return {
      id,
      subject,
      due_at: time ? new Date(time) : send_at,
      is_earliest: kind === 'staged' || kind === 'spread',
      is_stopped: false,
      paused_until,
    }
  })
  return [...waiting, ...matched]
}

const planOf = (stored: unknown) => (stored === null ? null : SendPlan.parse(stored))
