import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { database, unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { type TestAccount, testAccount, testMember } from '../../testing/account.ts'
import { liveAutomation } from '../../testing/automations/live.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { addComment } from '../comments/service.ts'
import { createSequence } from '../sequences/service.ts'
import { EXPIRED_DELETED_RECORDS } from './service.ts'

const ASKING = { only_if_undoable: true }
/** Returns the account's rows of these tables as stored. */
async function stored({ account_id }: TestAccount, ...tables: string[]) {
  const rows: Record<string, string> = {}
  for (const table of tables) {
    const found = await database().pool.query<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows from ${table} t where t.account_id = $1`,
      [account_id],
    )
    rows[table] = found.rows[0]?.rows ?? ''
  }
  return rows
}
const at = (ctx: Ctx, hours: number): Ctx => ({ ...ctx, now: () => new Date(+ctx.now() + hours * 3_600_000) })
const DRAFTS = ['revision', 'draft_comment', 'draft_comment_read'] as const

async function undoOf(deletion: Promise<{ is_deleted: boolean; undo: number | null }>) {
  const { is_deleted, undo } = await deletion
  expect(is_deleted).toBe(true)
  if (undo === null) throw new Error('Nothing undoes this')
  return { undo }
}

test('a deleted draft is restored as it was, with its earlier texts and comments, and apps are notified', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const events = ['broadcast.created', 'broadcast.deleted']
  await account.ctx.db.webhookEndpoint.create({
    data: { account_id: account.account_id, name: 'Shop', url: 'https://shop.example/', secret: 'none', events },
  })
  const { id } = await app.broadcasts.create({ subject: 'Moss', content: '<p>One</p>' })
  await app.broadcasts.update({ id, subject: 'Moss in spring', content: '<p>Two</p>' })
  const comment = await addComment(account.ctx, { kind: 'broadcast', item_id: id, text: 'Nice', mentions: [] })
  await app.comments.markRead({ kind: 'broadcast', item_id: id, up_to: comment.id })
  const before = await stored(account, 'broadcast', ...DRAFTS)
  const given = await undoOf(app.broadcasts.delete({ id, ...ASKING }))
  expect(Object.values(await stored(account, 'broadcast', ...DRAFTS))).toEqual(['[]', '[]', '[]', '[]'])
  await app.broadcasts.undelete(given)
  expect(await stored(account, 'broadcast', ...DRAFTS)).toEqual(before)
  const told = await unscoped().webhookOutbox.findMany({
    where: { account_id: account.account_id },
    orderBy: { id: 'asc' },
  })
  expect(told.map(({ type }) => type)).toEqual(['broadcast.created', 'broadcast.deleted', 'broadcast.created'])
  expect(await unscoped().deletedRecord.count({ where: { account_id: account.account_id } })).toBe(0)

  const post = await app.posts.create({ title: 'Ferns', content: '<p>Green</p>' })
  await addComment(account.ctx, { kind: 'post', item_id: post.id, text: 'Which?', mentions: [] })
  const posts = await stored(account, 'post', ...DRAFTS)
  await app.posts.undelete(await undoOf(app.posts.delete({ id: post.id, ...ASKING })))
  expect(await stored(account, 'post', ...DRAFTS)).toEqual(posts)
})

test('a draft is restored although a member who read its comments has left', async () => {
  const account = await testAccount()
  const lin = await testMember(account, 'editor', 'Lin Berg')
  const app = dashboard(account)
  const { id } = await app.posts.create({ title: 'Ferns', content: '<p>Green</p>' })
  const comment = await addComment(account.ctx, { kind: 'post', item_id: id, text: 'Which?', mentions: [] })
  for (const member of [app, dashboard({ ...account, user_id: lin.user_id }, lin.ctx)])
    await member.comments.markRead({ kind: 'post', item_id: id, up_to: comment.id })
  const marks = () => account.ctx.db.draftCommentRead.findMany({ select: { user_id: true } })
  expect(await marks()).toHaveLength(2)
  const given = await undoOf(app.posts.delete({ id, ...ASKING }))
  await account.ctx.db.membership.deleteMany({ where: { user_id: lin.user_id } })
  await app.posts.undelete(given)
  expect(await app.posts.get({ id })).toMatchObject({ title: 'Ferns' })
  expect(await marks()).toEqual([{ user_id: account.user_id }])
})

test('a scheduled broadcast is restored as scheduled, or as a draft if its time passed while it was deleted', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id } = await app.broadcasts.create({ subject: 'Moss', content: '<p>One</p>' })
  const send_at = new Date(+account.ctx.now() + 30 * 60_000)
  await account.ctx.db.broadcast.updateMany({ where: { id }, data: { status: 'scheduled', send_at } })
  await app.broadcasts.undelete(await undoOf(app.broadcasts.delete({ id, ...ASKING })))
  expect(await app.broadcasts.get({ id })).toMatchObject({ status: 'scheduled' })
  const given = await undoOf(app.broadcasts.delete({ id, ...ASKING }))
  await dashboard(account, at(account.ctx, 0.75)).broadcasts.undelete(given)
  expect(await app.broadcasts.get({ id })).toMatchObject({ status: 'draft', send_at: null })
})

test('a record that cannot be restored is only deleted after a confirmation', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { account_id, db } = account.ctx
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  const tag = await app.tags.create({ name: 'Buyer' })
  await app.tags.tag({ tag_id: tag.id, id: subscriber_id })
  const post = await app.posts.create({ title: 'Ferns', content: '<p>Green</p>' })
  await app.posts.publish({ id: post.id })
  const broadcast = await app.broadcasts.create({ subject: 'Moss', content: '<p>One</p>' })
  await db.broadcast.updateMany({ where: { id: broadcast.id }, data: { status: 'aborted' } })
  const segment = await app.segments.create({
    name: 'Guests',
    definition: { all: [{ type: 'tags', any: [{ type: 'ids', matching: [tag.id] }] }] },
  })
  const subscriber_filter = [{ any: [{ type: 'segment', ids: [segment.id] }] }]
  const send_at = new Date(+account.ctx.now() + 86_400_000)
  await db.broadcast.create({ data: { account_id, subject: 'Soon', status: 'scheduled', send_at, subscriber_filter } })
  const sequence = await createSequence(account.ctx, { name: 'Welcome' })
  await db.enrollment.create({ data: { account_id, sequence_id: sequence.id, subscriber_id } })
  const automation = await app.automations.create({ name: 'Welcome', kind: 'visual' })
  await db.automation.updateMany({ where: { id: automation.id }, data: { version: 1, state: 'live' } })
  for (const [remove, id] of [
    [app.tags.delete, tag.id],
    [app.posts.delete, post.id],
    [app.broadcasts.delete, broadcast.id],
    [app.segments.delete, segment.id],
    [app.sequences.delete, sequence.id],
    [app.automations.delete, automation.id],
  ] as const) {
    expect(await remove({ id, ...ASKING })).toEqual({ is_deleted: false, undo: null })
    expect(await remove({ id })).toEqual({ is_deleted: true, undo: null })
    await expect(remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('deleting a template of an unsent email, or a tag that a form adds or an automation waits for, needs a confirmation', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { account_id, db, now } = account.ctx
  const template = async () =>
    (await db.emailTemplate.create({ data: { account_id, name: 'Airy', html: '<p></p>' } })).id
  const asked = { is_deleted: false, undo: null }
  const isAsked = async (id: number) => expect(await app.templates.remove({ id, ...ASKING })).toEqual(asked)

  const of_broadcast = await template()
  await db.broadcast.create({
    data: { account_id, subject: 'Soon', status: 'scheduled', send_at: now(), email_template_id: of_broadcast },
  })
  await isAsked(of_broadcast)
  const [of_sequence, of_email] = [await template(), await template()]
  const { id: sequence_id } = await createSequence(account.ctx, { name: 'Welcome', email_template_id: of_sequence })
  const email = { account_id, sequence_id, delay_value: 1, delay_unit: 'days', published: true }
  await db.sequenceEmail.create({ data: { ...email, subject: 'Own', position: 0, email_template_id: of_email } })
  await undoOf(app.templates.remove({ id: of_sequence, ...ASKING }))
  const of_all = await template()
  await db.sequence.updateMany({ where: { id: sequence_id }, data: { email_template_id: of_all } })
  await db.sequenceEmail.create({ data: { ...email, subject: 'Usual', position: 1 } })
  for (const id of [of_email, of_all]) await isAsked(id)
  await db.sequence.updateMany({ where: { id: sequence_id }, data: { active: false } })
  await undoOf(app.templates.remove({ id: of_all, ...ASKING }))
  const tags = await Promise.all(['Added', 'Ticked', 'Awaited'].map((name) => app.tags.create({ name })))
  const [added = 0, ticked = 0, awaited = 0] = tags.map(({ id }) => id)
  const { id: automation_id } = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: awaited } }],
  })
  const of_automation = await template()
  const written = await db.automationEmail.create({ data: { account_id, automation_id } })
  await db.automationVersionEmail.create({
    data: {
      account_id,
      automation_id,
      version: 1,
      email_id: written.id,
      subject: 'Hello',
      content: '',
      email_template_id: of_automation,
    },
  })
  await isAsked(of_automation)
  const settings = { tag_ids: [added], consents: [{ text: 'Partners may email me.', tag_id: ticked }] }
  await db.form.create({ data: { account_id, uid: `undo-${account_id}`, name: 'Footer', settings } })
  for (const { id } of tags) expect(await app.tags.delete({ id, ...ASKING })).toEqual(asked)
  await db.form.updateMany({ data: { status: 'archived' } })
  await db.automation.updateMany({ data: { state: 'paused' } })
  for (const { id } of tags) await undoOf(app.tags.delete({ id, ...ASKING }))
  await undoOf(app.templates.remove({ id: of_automation, ...ASKING }))
})

test.each(['segments', 'tags'] as const)(
  '%s that live emails, layouts or snippets ask for are asked about',
  async (kind) => {
    const account = await testAccount()
    const app = dashboard(account)
    const { account_id, db, now } = account.ctx
    const names = Array.from({ length: 8 }, (_, at) => `Moss & ${at}`)
    const ids = await Promise.all(
      names.map(async (name) => (await app[kind].create({ name, definition: { all: [] } })).id),
    )
    const block = (at: number) =>
      `<p>A</p>{% if subscriber.${kind}&nbsp;contains "${names[at]?.replace('&', '&amp;')}" %}<p>${'B'.repeat(9)}</p>{% endif %}`
    const send_at = new Date(+now() + 86_400_000)
    const broadcast = { account_id, subject: 'Soon', status: 'scheduled', send_at } as const
    await db.broadcast.create({ data: { ...broadcast, content: block(0) } })
    await db.broadcast.create({ data: { ...broadcast, versions: [{ subject: 'B', content: block(1) }] } })
    const { id: sequence_id } = await createSequence(account.ctx, { name: 'Welcome' })
    const email = { account_id, sequence_id, delay_value: 1, delay_unit: 'days', subject: 'Hello' }
    await db.sequenceEmail.create({ data: { ...email, published: true, position: 0, content: block(2) } })
    const { id: automation_id } = await liveAutomation(account, {
      triggers: [{ id: 't', on: { type: 'tag_added', tag_id: (await app.tags.create({ name: 'VIP' })).id } }],
    })
    const written = await db.automationEmail.create({ data: { account_id, automation_id } })
    await db.automationVersionEmail.create({
      data: { account_id, automation_id, version: 1, email_id: written.id, subject: 'Hello', content: block(3) },
    })
    await db.emailTemplate.updateMany({ where: { is_default: true }, data: { html: `${block(4)}{{ content }}` } })
    const snippet = { account_id, snippet_type: 'block' }
    await db.snippet.create({ data: { ...snippet, name: 'Inner', key: 'inner-part', content: block(5) } })
    await db.snippet.create({ data: { ...snippet, name: 'Outer', key: 'outer', content: '{{ snippet.inner-part }}' } })
    await db.broadcast.create({ data: { ...broadcast, content: '<p>{{ snippet.outer }}</p>' } })
    await db.sequenceEmail.create({ data: { ...email, published: false, position: 1, content: block(6) } })
    await db.snippet.create({ data: { ...snippet, name: 'Alone', key: 'alone', content: block(6) } })
    await db.emailTemplate.create({ data: { account_id, name: 'Unused', html: block(6) } })
    await db.broadcast.create({ data: { account_id, subject: 'Draft', content: block(6) } })
    const ASKED = { is_deleted: false, undo: null }
    for (const id of ids.slice(0, 6)) expect(await app[kind].delete({ id, ...ASKING })).toEqual(ASKED)
    for (const id of ids.slice(6)) await undoOf(app[kind].delete({ id, ...ASKING }))
  },
)

test('a template is restored only if the account has room for it', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { account_id, db } = account.ctx
  const { id } = await app.templates.create({ name: 'Airy', start: 'HTML' })
  const given = await undoOf(app.templates.remove({ id, ...ASKING }))
  const full = 100 - (await db.emailTemplate.count())
  await db.emailTemplate.createMany({ data: Array.from({ length: full }, (_, n) => ({ account_id, name: `T${n}` })) })
  await expect(app.templates.undelete(given)).rejects.toThrow('can have 100 templates')
  await db.emailTemplate.deleteMany({ where: { name: 'T0' } })
  await app.templates.undelete(given)
  expect(await app.templates.get({ id })).toMatchObject({ name: 'Airy' })
})

test('a tag, a segment with its history, a template with its emails, a sequence and an automation are restored', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { account_id, db, now } = account.ctx
  const tag = await app.tags.create({ name: 'Buyer' })
  await app.tags.setColor({ id: tag.id, color: 'green' })
  const segment = await app.segments.create({ name: 'New', definition: { all: [] } })
  await db.segmentSize.create({ data: { account_id, segment_id: segment.id, day: now(), count: 3, active: 2 } })
  const template = await db.emailTemplate.create({ data: { account_id, name: 'Airy', html: '<p>{{ content }}</p>' } })
  const chosen = { email_template_id: template.id }
  await db.broadcast.create({ data: { account_id, subject: 'Moss', ...chosen } })
  const sequence = await createSequence(account.ctx, { name: 'Welcome', ...chosen })
  const automation = await app.automations.create({ name: 'Welcome', kind: 'visual' })
  const tables = ['tag', 'segment', 'segment_size', 'email_template', 'broadcast', 'sequence', 'automation', ...DRAFTS]
  const before = await stored(account, ...tables)
  const kinds = [
    [() => app.tags.delete({ id: tag.id, ...ASKING }), app.tags.undelete, 'tag'],
    [() => app.segments.delete({ id: segment.id, ...ASKING }), app.segments.undelete, 'segment_size'],
    [() => app.templates.remove({ id: template.id, ...ASKING }), app.templates.undelete, 'broadcast'],
    [() => app.sequences.delete({ id: sequence.id, ...ASKING }), app.sequences.undelete, 'sequence'],
    [() => app.automations.delete({ id: automation.id, ...ASKING }), app.automations.undelete, 'automation'],
  ] as const
  for (const [remove, undelete, table] of kinds) {
    const given = await undoOf(remove())
    expect((await stored(account, table))[table]).not.toBe(before[table])
    await undelete(given)
    const after = await stored(account, ...tables)
    expect(withoutTimes(after)).toEqual(withoutTimes(before))
  }
})

/** Deleting and restoring both update these times. */
const withoutTimes = (rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).map(([table, text]) => [table, text.replace(/"updated_at": "[^"]*"/g, '')]))

test('only the member who deleted a record can undo it, once, within an hour, and while its name is available', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const tag = await app.tags.create({ name: 'Buyer' })
  const given = await undoOf(app.tags.delete({ id: tag.id, ...ASKING }))
  const lin = await testMember(account, 'editor', 'Lin Berg')
  const GONE = 'can no longer be restored'
  await expect(dashboard({ ...account, user_id: lin.user_id }, lin.ctx).tags.undelete(given)).rejects.toThrow(GONE)
  await expect(dashboard(await testAccount()).tags.undelete(given)).rejects.toThrow(GONE)
  await expect(app.segments.undelete(given)).rejects.toThrow(GONE)
  await expect(dashboard(account, at(account.ctx, 1.1)).tags.undelete(given)).rejects.toThrow(GONE)
  const other = await app.tags.create({ name: 'buyer' })
  await expect(app.tags.undelete(given)).rejects.toThrow('Its name or address is taken now')
  await app.tags.delete({ id: other.id })
  await app.tags.undelete(given)
  expect((await app.tags.list({})).rows).toMatchObject([{ id: tag.id, name: 'Buyer' }])
  await expect(app.tags.undelete(given)).rejects.toThrow(GONE)

  await app.tags.delete({ id: tag.id })
  const left = () => unscoped().deletedRecord.count({ where: { account_id: account.account_id } })
  const before = await left()
  await purgeExpired([EXPIRED_DELETED_RECORDS], { now: account.ctx.now() })
  expect(await left()).toBe(before)
  // So old that the purge affects no other test's rows.
  await unscoped().deletedRecord.updateMany({
    where: { account_id: account.account_id },
    data: { deleted_at: new Date('2001-01-01T00:00:00Z') },
  })
  await purgeExpired([EXPIRED_DELETED_RECORDS], { now: new Date('2001-01-01T01:06:00Z') })
  expect(await left()).toBe(0)
})
