import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { iso } from '../../../core/wire.ts'
import { readDefinitions } from '../../segments/service.ts'
import { SubscriberFilter } from '../schema.ts'
import { audienceOf, groupOf } from './audience.ts'

const MOST = 100

/** A scheduled broadcast that a subscriber will get. */
interface UpcomingBroadcast {
  id: number
  subject: string | null
  due_at: string
  /** The subscriber has paused emails until later. */
  is_paused: boolean
}

/** Returns the scheduled broadcasts whose recipients an active subscriber is among now, by time. */
export async function listUpcomingBroadcasts(
  ctx: Ctx,
  { subscriber_id }: { subscriber_id: number },
): Promise<UpcomingBroadcast[]> {
  const scheduled = await ctx.db.broadcast.findMany({
    where: { status: 'scheduled', send_at: { not: null } },
    select: { id: true, subject: true, send_at: true, subscriber_filter: true, resend_of: true },
    orderBy: [{ send_at: 'asc' }, { id: 'asc' }],
    take: MOST,
  })
  if (scheduled.length === 0) return []
  const audiences = scheduled.map(({ subscriber_filter, resend_of }) => ({
    subscriber_filter: subscriber_filter === null ? null : SubscriberFilter.parse(subscriber_filter),
    resend_of,
  }))
  const segments = await readDefinitions(ctx, {
    ids: audiences.flatMap(({ subscriber_filter }) => (subscriber_filter ? segmentIds(subscriber_filter) : [])),
  })
  const values: unknown[] = [subscriber_id]
  const conditions: string[] = []
  for (const audience of audiences) {
    const within = (id: string) => `${id} = $2::bigint`
    const scope = { first: values.length + 2, within, segments }
    const condition = await audienceOf(ctx, audience, scope).catch((error: unknown) => {
      // Without its segment the broadcast is not sent.
      if (error instanceof AppError) return { where: 'false', values: [] }
      throw error
    })
    conditions.push(`(${condition.where})`)
    values.push(...condition.values)
  }
  const row = await ctx.sql.one<{ matched: boolean[]; paused_until: Date | null }>(
    `select array[${conditions.join(', ')}] as matched, s.paused_until from subscriber s
     where s.account_id = $1 and s.id = $2::bigint and s.state = 'active'`,
    values,
  )
  return scheduled.flatMap(({ id, subject, send_at }, i) =>
    row?.matched[i] && send_at
      ? [{ id, subject, due_at: iso(send_at), is_paused: row.paused_until !== null && row.paused_until > send_at }]
      : [],
  )
}

const segmentIds = (filter: SubscriberFilter): number[] =>
  groupOf(filter).conditions.flatMap(({ type, ids }) => (type === 'segment' ? ids : []))
