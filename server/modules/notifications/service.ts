import { actingMember, type Ctx } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { write } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import { currentLocale } from '../../lib/locale/current.ts'
import type { ListedNotification, NotificationFilter, ReadAllInput, ReadInput } from './schema.ts'
import { MAX_UNREAD } from './unread-schema.ts'
import { KINDS, type NotificationKind, TOPICS } from './values-schema.ts'

/** Returns the member who acts, or 0 for a key without a creator, which has no notifications. Throws forbidden for other actors. */
export const userOf = (ctx: Ctx): number => actingMember(ctx) ?? 0

const kindsOf = (topic: string) => (Object.keys(KINDS) as NotificationKind[]).filter((kind) => KINDS[kind] === topic)

/** SQL of the topic of notification `n`. */
const TOPIC_SQL = `case ${TOPICS.map(
  (topic) => `when n.kind in (${kindsOf(topic).map((kind) => `'${kind}'`)}) then '${topic}'`,
).join(' ')} end`

// Compares the role on each read, so a demoted member no longer sees notifications of the former role. An administrator viewing the account
// is not a member and sees none.
const OF_MEMBER = `notification n join membership m on m.account_id = n.account_id
  left join notification_setting s on s.account_id = m.account_id and s.user_id = m.user_id`
const VISIBLE = [
  'n.account_id = $1',
  'm.user_id = $2',
  'n.created_at >= m.created_at',
  '(n.user_id is null or n.user_id = m.user_id)',
  // The enum starts with the owner.
  'm.role <= n.least_role',
  `coalesce((s.channels -> (${TOPIC_SQL}) ->> 'in_product')::boolean, true)`,
]
const READ = `(n.id <= coalesce(s.read_up_to, 0) or exists (
  select from notification_read r where r.account_id = n.account_id and r.user_id = m.user_id and r.notification_id = n.id))`

/** Lists the member's notifications, newest first. */
export function listNotifications(
  ctx: Ctx,
  { is_unread, topic, ...paging }: NotificationFilter & PageQuery,
): Promise<Page<ListedNotification>> {
  const values: unknown[] = [userOf(ctx)]
  const where = [...VISIBLE]
  if (is_unread) where.push(`not ${READ}`)
  if (topic) {
    values.push(kindsOf(topic))
    where.push(`n.kind = any ($${values.length + 1}::text[])`)
  }
  const inOwnLanguage = (column: string) =>
    `coalesce(t.translations -> $${values.length + 2} ->> '${column}', t.${column}) as ${column}`
  return keysetPage<ListedNotification>(ctx.sql, paging, {
    name: 'notifications',
    view: `t.id, t.kind, ${inOwnLanguage('title')}, ${inOwnLanguage('detail')}, t.path, t.is_read, ${isoSql('t.created_at')} as created_at`,
    columns: `n.*, ${READ} as is_read`,
    from: OF_MEMBER,
    where,
    values,
    view_values: [currentLocale().tag],
    order: [{ expr: 'n.id', type: 'integer', dir: 'desc' }],
  })
}

/** Counts the member's unread notifications, up to one more than MAX_UNREAD. */
export async function countUnread(ctx: Ctx): Promise<{ unread: number }> {
  const row = await ctx.sql.one<{ unread: number }>(
    `select count(*)::int as unread from (
       select from ${OF_MEMBER} where ${VISIBLE.join(' and ')} and not ${READ} limit ${MAX_UNREAD + 1}) t`,
    [userOf(ctx)],
  )
  return { unread: row?.unread ?? 0 }
}

/** Marks notifications as read. Ignores unknown IDs and others' notifications. */
export async function markRead(ctx: Ctx, { ids }: ReadInput): Promise<void> {
  await ctx.sql.run(
    `insert into notification_read (account_id, user_id, notification_id)
     select n.account_id, m.user_id, n.id from ${OF_MEMBER}
     where ${VISIBLE.join(' and ')} and n.id = any ($3::int[]) and n.id > coalesce(s.read_up_to, 0)
     order by n.id on conflict do nothing`,
    [userOf(ctx), ids],
  )
}

/** Marks everything up to a notification as read. */
export async function markAllRead(ctx: Ctx, { up_to }: ReadAllInput): Promise<void> {
  const user_id = userOf(ctx)
  await write(ctx, async (tx) => {
    await tx.sql.run(
      `insert into notification_setting as s (account_id, user_id, read_up_to)
       select m.account_id, m.user_id, (select coalesce(max(n.id), 0) from notification n where n.account_id = $1 and n.id <= $3)
       from membership m where m.account_id = $1 and m.user_id = $2
       on conflict (account_id, user_id) do update set read_up_to = greatest(s.read_up_to, excluded.read_up_to)`,
      [user_id, up_to],
    )
    await tx.sql.run(
      `delete from notification_read r using notification_setting s
       where r.account_id = $1 and r.user_id = $2 and s.account_id = $1 and s.user_id = $2 and r.notification_id <= s.read_up_to`,
      [user_id],
    )
  })
}

export const EXPIRED_NOTIFICATIONS: readonly Expired[] = [
  { table: 'notification', where: 'created_at < $1', kept_days: 90 },
]
