import { expect, test } from 'vitest'
import { type Ctx, makeCtx } from '../../core/context.ts'
import { addLocale } from '../../core/locale/locales.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { PageQuery } from '../../core/page/page.ts'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { t } from '../../lib/locale/texts.ts'
import { type TestAccount, testAccount, testMember } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { MAX_KEPT, notify, type Told } from './notify.ts'
import { NotificationFilter } from './schema.ts'
import { countUnread, EXPIRED_NOTIFICATIONS, listNotifications, markAllRead, markRead } from './service.ts'
import { getNotificationSettings, saveNotificationSettings } from './settings.ts'

// Purging affects all accounts.
runInOwnDatabase()

const tell = ({ ctx }: Pick<TestAccount, 'ctx'>, told: Partial<Told> = {}) =>
  write(ctx, (tx) =>
    notify(tx, {
      kind: 'broadcast_sent',
      key: '1',
      path: '/broadcasts/1',
      email: () => ({ subject: 'Your broadcast has been sent', paragraphs: ['See its report.'] }),
      ...told,
    }),
  )
const list = async (ctx: Ctx, filter: Partial<NotificationFilter & PageQuery> = {}) =>
  (await listNotifications(ctx, { ...PageQuery.parse({}), ...NotificationFilter.parse({}), ...filter })).rows()
const unread = async (ctx: Ctx) => (await countUnread(ctx)).unread
const subjectsTo = async ({ email }: { email: string }) => (await serviceEmailsTo(email)).map(({ subject }) => subject)

test('a repeated notification appears once, for every member with a sufficient role, and links to its page', async () => {
  const account = await testAccount()
  const [admin, editor, viewer] = [
    await testMember(account, 'admin'),
    await testMember(account, 'editor'),
    await testMember(account, 'viewer'),
  ]
  for (const _ of [1, 2]) await tell(account)
  await tell(account, { kind: 'webhook_disabled', path: '/settings/webhooks/1' })
  await tell(account, { kind: 'broadcast_stopped' })
  expect(await list(viewer.ctx)).toMatchObject([
    {
      kind: 'broadcast_sent',
      title: 'Your broadcast has been sent',
      detail: 'See its report.',
      path: '/broadcasts/1',
      is_read: false,
    },
  ])
  expect((await list(editor.ctx)).map(({ kind }) => kind)).toEqual(['broadcast_stopped', 'broadcast_sent'])
  expect((await list(admin.ctx)).map(({ kind }) => kind)).toEqual([
    'broadcast_stopped',
    'webhook_disabled',
    'broadcast_sent',
  ])
  // A demoted member no longer sees its notifications.
  await unscoped().membership.updateMany({ where: { user_id: admin.user_id }, data: { role: 'viewer' } })
  expect((await list(admin.ctx)).map(({ kind }) => kind)).toEqual(['broadcast_sent'])
})

test('a lasting condition notifies once a day, and is listed once', async () => {
  const account = await testAccount()
  const held = (key: string, path = '/automations/1') => tell(account, { kind: 'automation_held', key, path })
  await held('1 2026-03-02')
  const [first] = await list(account.ctx)
  await markRead(account.ctx, { ids: [first?.id ?? 0] })
  await tell(account, { kind: 'automation_held', key: '2 2026-03-02', path: '/automations/2' })
  await tell(account, { key: '9', path: '/automations/1' })
  await held('1 2026-03-03')
  await held('1 2026-03-03')
  await held('1 2026-03-04')
  expect((await list(account.ctx)).map(({ kind, path }) => [kind, path])).toEqual([
    ['automation_held', '/automations/1'],
    ['broadcast_sent', '/automations/1'],
    ['automation_held', '/automations/2'],
  ])
  expect(await unread(account.ctx)).toBe(3)
})

test('a personal notification reaches only its member', async () => {
  const account = await testAccount()
  const [one, other, gone] = [
    await testMember(account, 'editor'),
    await testMember(account, 'editor'),
    await testMember(account, 'editor'),
  ]
  await unscoped().membership.deleteMany({ where: { user_id: gone.user_id } })
  await tell(account, { kind: 'mention', user_ids: [one.user_id, one.user_id, gone.user_id] })
  expect(await list(one.ctx)).toHaveLength(1)
  expect([await unread(other.ctx), await unread(account.ctx), await unread(gone.ctx)]).toEqual([0, 0, 0])
  expect([await subjectsTo(one), await subjectsTo(gone)]).toEqual([['Your broadcast has been sent'], []])
  await unscoped().membership.deleteMany({ where: { user_id: one.user_id } })
  expect(await unscoped().notification.count({ where: { account_id: account.account_id } })).toBe(0)
})

test('a new member does not see earlier notifications, and a stranger sees none', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  await tell({ ctx: { ...account.ctx, now: () => new Date(Date.now() - 60_000) } })
  const late = await testMember(account, 'admin')
  expect(await list(late.ctx)).toEqual([])
  expect(await list(other.ctx)).toEqual([])
  const viewing = makeCtx({
    account_id: account.account_id,
    actor: { kind: 'user', user_id: other.user_id, role: 'viewer' },
  })
  expect([await list(viewing), await unread(viewing)]).toEqual([[], 0])
  expect(await getNotificationSettings(viewing)).toMatchObject({ digest: 'off', email_address: '' })
  await expect(saveNotificationSettings(viewing, { channels: {}, digest: 'daily' })).rejects.toThrow()
  await markAllRead(viewing, { up_to: 1_000_000 })
  expect(await unscoped().notificationSetting.count({ where: { account_id: account.account_id } })).toBe(0)
})

test('members mark notifications as read for themselves: one, several, or all up to the latest they saw', async () => {
  const account = await testAccount()
  const member = await testMember(account, 'viewer')
  for (const key of ['1', '2', '3', '4']) await tell(account, { key })
  const [newest, , , oldest] = await list(member.ctx)
  if (!newest || !oldest) throw new Error('Nothing was told')
  await markRead(member.ctx, { ids: [oldest.id, 999_999_999] })
  await markRead(member.ctx, { ids: [oldest.id] })
  expect([await unread(member.ctx), await unread(account.ctx)]).toEqual([3, 4])
  expect((await list(member.ctx, { is_unread: true })).map(({ id }) => id)).not.toContain(oldest.id)
  await tell(account, { key: '5' })
  await markAllRead(member.ctx, { up_to: newest.id })
  expect([await unread(member.ctx), await unread(account.ctx)]).toEqual([1, 5])
  expect(await unscoped().notificationRead.count({ where: { user_id: member.user_id } })).toBe(0)
  // An outdated page must not mark anything as unread.
  await markAllRead(member.ctx, { up_to: oldest.id })
  expect(await unread(member.ctx)).toBe(1)
})

test('owners get emails about problems, other members if they choose so, and no one below the role', async () => {
  const account = await testAccount()
  const [admin, editor] = [await testMember(account, 'admin'), await testMember(account, 'editor')]
  await saveNotificationSettings(admin.ctx, { channels: { webhooks: { in_product: false, by_email: true } } })
  await saveNotificationSettings(editor.ctx, { channels: { webhooks: { in_product: true, by_email: true } } })
  await tell(account, { kind: 'webhook_disabled', email: () => ({ subject: 'Disabled', paragraphs: ['Why.'] }) })
  await tell(account)
  expect([await subjectsTo(account), await subjectsTo(admin), await subjectsTo(editor)]).toEqual([
    ['Disabled'],
    ['Disabled'],
    [],
  ])
  // Chosen for email only.
  expect((await list(admin.ctx)).map(({ kind }) => kind)).toEqual(['broadcast_sent'])
  const [email] = await serviceEmailsTo(admin.email)
  expect(email?.text).toContain('/settings/notifications')
  await saveNotificationSettings(account.ctx, { channels: { webhooks: { in_product: true, by_email: false } } })
  await tell(account, { kind: 'webhook_disabled', key: '2', email: () => ({ subject: 'Again', paragraphs: [] }) })
  expect(await subjectsTo(account)).toEqual(['Disabled'])
  expect((await list(account.ctx)).map(({ kind }) => kind)).toContain('webhook_disabled')
})

test('settings show the topics of the role and keep the ones that are not submitted', async () => {
  const account = await testAccount()
  const viewer = await testMember(account, 'viewer')
  const topics = (await getNotificationSettings(viewer.ctx)).topics.map(({ topic }) => topic)
  expect(topics).toEqual(['jobs', 'job_problems', 'broadcasts', 'automations', 'mentions', 'comments'])
  await saveNotificationSettings(viewer.ctx, {
    channels: { jobs: { in_product: false, by_email: true } },
    digest: 'weekly',
  })
  const saved = await saveNotificationSettings(viewer.ctx, {
    channels: { comments: { in_product: true, by_email: true } },
  })
  expect(saved).toMatchObject({ digest: 'weekly', email_address: viewer.email })
  expect(saved.topics.filter(({ by_email }) => by_email).map(({ topic }) => topic)).toEqual([
    'jobs',
    'job_problems',
    'mentions',
    'comments',
  ])
})

test('notifications are filtered by topic, and paged', async () => {
  const account = await testAccount()
  for (const key of ['1', '2', '3']) await tell(account, { key })
  await tell(account, { kind: 'broadcast_stopped' })
  expect(await list(account.ctx, { topic: 'broadcast_problems' })).toHaveLength(1)
  const page = await listNotifications(account.ctx, { ...PageQuery.parse({}), is_unread: false, per_page: 3 })
  const rest = await list(account.ctx, { after: page.pagination.end_cursor ?? '' })
  expect([page.rows().length, rest.length]).toEqual([3, 1])
})

test('an account keeps its newest notifications for ninety days', async () => {
  const account = await testAccount()
  const { account_id, ctx } = account
  await unscoped().notification.createMany({
    data: Array.from({ length: MAX_KEPT + 5 }, (_, at) => ({
      account_id,
      kind: 'broadcast_sent',
      key: `old ${at}`,
      least_role: 'viewer' as const,
      title: '',
      detail: '',
      path: '/',
      created_at: ctx.now(),
    })),
  })
  await tell(account)
  const count = () => unscoped().notification.count({ where: { account_id } })
  expect(await count()).toBe(MAX_KEPT)
  expect(await unread(ctx)).toBe(100)
  await purgeExpired(EXPIRED_NOTIFICATIONS, { now: new Date(+ctx.now() + 91 * 86_400_000) })
  expect(await count()).toBe(0)
})

test('notifications and their emails are in each member’s language', async () => {
  addLocale('sv', { 'Your broadcast {0} has been sent': 'Ditt utskick {0} har skickats' })
  const account = await testAccount()
  const swede = await testMember(account, 'editor')
  await unscoped().user.update({ where: { id: swede.user_id }, data: { language: 'sv' } })
  await saveNotificationSettings(swede.ctx, { channels: { broadcasts: { in_product: true, by_email: true } } })
  const subject = 'Hello'
  await tell(account, { email: () => ({ subject: t`Your broadcast ${subject} has been sent`, paragraphs: [] }) })
  const [english, swedish] = ['Your broadcast Hello has been sent', 'Ditt utskick Hello har skickats']
  expect(await list(account.ctx)).toMatchObject([{ title: english }])
  expect(await inLanguage({ language: 'sv' }, () => list(swede.ctx))).toMatchObject([{ title: swedish }])
  expect(await subjectsTo(swede)).toEqual([swedish])
})

test('a program reads and marks the notifications of its user, and changes their settings [contract 22.7]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, bearer(account), body)
  await tell(account, { key: '1' })
  await tell(account, { key: '2' })
  const { notifications } = (await ask('GET /v4/notifications?topic=broadcasts')).body
  expect(notifications).toMatchObject([{ kind: 'broadcast_sent', is_read: false }, {}])
  expect((await ask('GET /v4/notifications?topic=weather')).status).toBe(422)
  const [latest, first] = notifications
  expect((await ask('POST /v4/notifications/read', { ids: [] })).status).toBe(422)
  expect((await ask('POST /v4/notifications/read', { ids: [first.id, 999_999] })).status).toBe(204)
  expect((await ask('GET /v4/notifications?is_unread=true')).body.notifications).toMatchObject([{ id: latest.id }])
  expect((await ask('POST /v4/notifications/read_all', { up_to: latest.id })).status).toBe(204)
  expect((await ask('GET /v4/notifications?is_unread=1')).body.notifications).toEqual([])
  const channels = { comments: { in_product: false, by_email: true } }
  const { notification_settings } = (await ask('PUT /v4/notification_settings', { channels, digest: 'weekly' })).body
  expect(notification_settings).toMatchObject({ digest: 'weekly', email_address: account.email })
  expect(notification_settings.topics).toContainEqual({ topic: 'comments', ...channels.comments })
  // The key has no user.
  expect((await api('GET /v4/notifications', key(account))).body.notifications).toEqual([])
  expect((await api('PUT /v4/notification_settings', key(account), { channels })).status).toBe(403)
})
