import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { PageQuery } from '../../core/page/page.ts'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount, testMember } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { purgeEmails } from '../automations/emails/purge-emails.ts'
import { Graph } from '../automations/graph-schema.ts'
import { createBroadcast, deleteBroadcast } from '../broadcasts/service.ts'
import { listNotifications } from '../notifications/service.ts'
import { createPost, deletePost } from '../posts/service.ts'
import { createEmail, deleteEmail } from '../sequences/compose/emails.ts'
import { createSequence, deleteSequence } from '../sequences/service.ts'
import { deleteComment, undeleteComment } from './deletion.ts'
import { countComments, listThreads, markCommentsRead } from './list.ts'
import type { CommentedItem, NewComment } from './schema.ts'
import { addComment, editComment, resolveThread } from './service.ts'
import { MAX_COMMENTS, MAX_REPLIES } from './values-schema.ts'

async function commented() {
  const account = await testAccount()
  const { id } = await createBroadcast(account.ctx, { subject: 'Spring', content: '<p>Moss grows.</p>' })
  const item: CommentedItem = { kind: 'broadcast', item_id: id }
  const lin = await testMember(account, 'editor', 'Lin Berg')
  const say = (ctx: Ctx, text: string, more: Partial<NewComment> = {}) =>
    addComment(ctx, { ...item, text, mentions: [], ...more })
  const threads = async (ctx: Ctx, is_resolved = false) =>
    (await listThreads(ctx, { ...item, ...PageQuery.parse({}), is_resolved })).rows()
  return { account, item, lin, say, threads }
}
const toldTo = async (ctx: Ctx) =>
  (await listNotifications(ctx, { ...PageQuery.parse({}), is_unread: false }))
    .rows()
    .map(({ kind, path }) => [kind, path])

test('a thread quotes the draft, lists replies in order, and keeps the text as it was written', async () => {
  const { account, lin, say, threads } = await commented()
  const quote = { text: 'Moss grows', before: '', after: '.' }
  const { id } = await say(lin.ctx, '<b>Nice</b> & {{ liquid }}', { quote })
  await say(account.ctx, 'Thanks', { thread_id: id, quote })
  await say(lin.ctx, 'And the title?', { thread_id: id })
  await say(account.ctx, 'Another')
  const [newest, first] = await threads(account.ctx)
  expect(newest).toMatchObject({ text: 'Another', quote: null, replies: [] })
  expect(first).toMatchObject({
    text: '<b>Nice</b> & {{ liquid }}',
    author: 'Lin Berg',
    is_mine: false,
    quote,
    resolved_at: null,
  })
  expect(first?.replies.map(({ text, is_mine }) => [text, is_mine])).toEqual([
    ['Thanks', true],
    ['And the title?', false],
  ])
  await expect(say(lin.ctx, 'A reply to a reply', { thread_id: first?.replies[0]?.id ?? 0 })).rejects.toThrow()
})

test('a mention notifies the mentioned member, a comment notifies the draft’s author and participants, and no one is notified of their own', async () => {
  const { account, item, lin, say } = await commented()
  const subject = 'Spring, {{ subscriber.first_name }}'
  await unscoped().broadcast.updateMany({ where: { id: item.item_id }, data: { created_by: account.user_id, subject } })
  const [mia, stranger] = [await testMember(account, 'viewer', 'Mia'), await testAccount()]
  const { id } = await say(lin.ctx, 'Hi @Mia and me', { mentions: [mia.user_id, lin.user_id, stranger.user_id] })
  const path = `/broadcasts/${item.item_id}?comment=${id}`
  expect([await toldTo(mia.ctx), await toldTo(account.ctx), await toldTo(lin.ctx)]).toEqual([
    [['mention', path]],
    [['comment', path]],
    [],
  ])
  expect((await serviceEmailsTo(mia.email)).map(({ subject }) => subject)).toEqual([
    'Lin Berg mentioned you on “Spring, [first name]”',
  ])
  expect(await serviceEmailsTo(stranger.email)).toEqual([])
  // Lin participates in the thread. Mia is mentioned, so she gets that notification instead.
  await say(account.ctx, 'Done, @Mia', { thread_id: id, mentions: [mia.user_id] })
  expect(await toldTo(lin.ctx)).toEqual([['comment', path]])
  expect((await toldTo(mia.ctx)).map(([kind]) => kind)).toEqual(['mention', 'mention'])
  // An edit notifies only newly mentioned members.
  await editComment(lin.ctx, { ...item, id, text: '@Mia @Nora', mentions: [mia.user_id, account.user_id] })
  expect((await toldTo(mia.ctx)).length).toBe(2)
  expect((await toldTo(account.ctx)).map(([kind]) => kind)).toEqual(['mention', 'comment'])
})

test('members edit and delete their own comments, admins delete any, and a thread stays while it has replies', async () => {
  const { account, item, lin, say, threads } = await commented()
  const other = await testMember(account, 'editor')
  const { id } = await say(lin.ctx, 'First')
  const reply = await say(other.ctx, 'Reply', { thread_id: id })
  const change = { ...item, id, text: 'Changed', mentions: [] }
  await expect(editComment(account.ctx, change)).rejects.toThrow()
  await expect(deleteComment(other.ctx, { ...item, id })).rejects.toThrow()
  await editComment(lin.ctx, change)
  expect((await threads(lin.ctx))[0]).toMatchObject({ text: 'Changed', edited_at: expect.any(String) })
  const before = await threads(lin.ctx)
  const first = await deleteComment(lin.ctx, { ...item, id })
  expect((await threads(lin.ctx))[0]).toMatchObject({ text: '', is_deleted: true, replies: [{ text: 'Reply' }] })
  await undeleteComment(lin.ctx, { undo: first.undo ?? 0 })
  expect(await threads(lin.ctx)).toEqual(before)
  const second = await deleteComment(lin.ctx, { ...item, id })
  const last = await deleteComment(account.ctx, { ...item, id: reply.id })
  expect(await threads(lin.ctx)).toEqual([])
  expect(await unscoped().draftComment.count({ where: { account_id: account.account_id } })).toBe(0)
  // Restoring the last reply restores the rest of the thread. Then its first comment can be restored, too.
  await expect(undeleteComment(lin.ctx, { undo: second.undo ?? 0 })).rejects.toThrow('can no longer be restored')
  await expect(undeleteComment(lin.ctx, { undo: last.undo ?? 0 })).rejects.toThrow('can no longer be restored')
  await undeleteComment(account.ctx, { undo: last.undo ?? 0 })
  expect((await threads(lin.ctx))[0]).toMatchObject({ text: '', is_deleted: true, replies: [{ text: 'Reply' }] })
  await undeleteComment(lin.ctx, { undo: second.undo ?? 0 })
  expect(await threads(lin.ctx)).toEqual(before)
})

test('a resolved thread is listed separately, and a reply reopens it', async () => {
  const { account, item, lin, say, threads } = await commented()
  const { id } = await say(lin.ctx, 'Typo')
  await resolveThread(account.ctx, { ...item, id, is_resolved: true })
  expect(await threads(lin.ctx)).toEqual([])
  expect((await threads(lin.ctx, true))[0]).toMatchObject({ resolved_by: 'Nora Lind' })
  expect(await countComments(lin.ctx, item)).toMatchObject({ open: 0, resolved: 1 })
  await say(lin.ctx, 'Still there', { thread_id: id })
  expect(await countComments(lin.ctx, item)).toMatchObject({ open: 1, resolved: 0 })
  await resolveThread(account.ctx, { ...item, id, is_resolved: true })
  await resolveThread(account.ctx, { ...item, id, is_resolved: false })
  expect((await threads(lin.ctx))[0]).toMatchObject({ resolved_at: null, resolved_by: null })
})

test('each member has their own read position, up to the last comment they saw', async () => {
  const { account, item, lin, say, threads } = await commented()
  const viewer = await testMember(account, 'viewer')
  const { id } = await say(lin.ctx, 'One')
  await say(account.ctx, 'Two', { thread_id: id })
  const unread = async (ctx: Ctx) => (await countComments(ctx, item)).unread
  expect([await unread(lin.ctx), await unread(account.ctx), await unread(viewer.ctx)]).toEqual([1, 1, 2])
  const [thread] = await threads(viewer.ctx)
  expect([thread?.is_unread, thread?.replies[0]?.is_unread]).toEqual([true, true])
  await markCommentsRead(viewer.ctx, { ...item, up_to: id })
  expect(await unread(viewer.ctx)).toBe(1)
  await markCommentsRead(viewer.ctx, { ...item, up_to: 2_000_000_000 })
  await say(lin.ctx, 'Three')
  expect([await unread(viewer.ctx), await unread(account.ctx)]).toEqual([1, 2])
})

test('drafts and threads have limits, and the list is paged', async () => {
  const { account, item, say } = await commented()
  const { account_id, ctx } = account
  const { id } = await say(ctx, 'Full')
  const row = { account_id, ...item, author: 'Lin', text: 'Hi', created_at: ctx.now() }
  await unscoped().draftComment.createMany({
    data: Array.from({ length: MAX_REPLIES }, () => ({ ...row, thread_id: id })),
  })
  await expect(say(ctx, 'More', { thread_id: id })).rejects.toThrow('This thread has 50 replies')
  await unscoped().draftComment.createMany({
    data: Array.from({ length: MAX_COMMENTS - MAX_REPLIES - 1 }, () => row),
  })
  await expect(say(ctx, 'More')).rejects.toThrow('This draft has 500 comments')
  const page = await listThreads(ctx, { ...item, ...PageQuery.parse({ per_page: 20 }), is_resolved: false })
  expect([page.rows().length, page.pagination.has_next_page]).toEqual([20, true])
})

test('comments are deleted with their draft', async () => {
  const account = await testAccount()
  const { ctx } = account
  const left = () => unscoped().draftComment.count({ where: { account_id: account.account_id } })
  const say = (item: CommentedItem) => addComment(ctx, { ...item, text: 'Hi', mentions: [] })
  const broadcast = await createBroadcast(ctx, { subject: 'One' })
  const post = await createPost(ctx, { title: 'One', content: '' })
  const { id: sequence_id } = await createSequence(ctx, { name: 'Welcome' })
  const email = {
    sequence_id,
    subject: 'Hello',
    content: '',
    delay_value: 1,
    delay_unit: 'days',
    send_days: undefined,
  } as const
  const [first, second] = [await createEmail(ctx, email), await createEmail(ctx, email)]
  await say({ kind: 'broadcast', item_id: broadcast.id })
  await say({ kind: 'post', item_id: post.id })
  await say({ kind: 'sequence_email', item_id: first.id })
  await say({ kind: 'sequence_email', item_id: second.id })
  await markCommentsRead(ctx, { kind: 'post', item_id: post.id, up_to: 2_000_000_000 })
  await deleteBroadcast(ctx, { id: broadcast.id })
  await deletePost(ctx, { id: post.id })
  await deleteEmail(ctx, { sequence_id, id: first.id })
  expect(await left()).toBe(1)
  expect(await unscoped().draftCommentRead.count({ where: { account_id: account.account_id } })).toBe(0)
  await deleteSequence(ctx, { id: sequence_id })
  expect(await left()).toBe(0)
  await expect(say({ kind: 'sequence_email', item_id: second.id })).rejects.toThrow()
})

test('an automation’s email has comments, a link to them opens its step, and they are deleted when it is purged', async () => {
  const account = await testAccount()
  const { ctx } = account
  const lin = await testMember(account, 'editor', 'Lin Berg')
  const call = dashboard(account).automations
  const { id, revision } = await call.create({ name: 'Welcome', kind: 'visual' })
  const { id: email_id } = await call.emails.create({ automation_id: id })
  await call.emails.save({ id: email_id, subject: 'Hello' })
  const item: CommentedItem = { kind: 'automation_email', item_id: email_id }
  const step = { id: 'greet', kind: 'action', action: { type: 'send_email', email_id }, next: null }
  const graph = Graph.parse({ first: 'greet', steps: [step] })
  await call.save({ id, revision, name: 'Welcome', reentry: 'never', graph })
  const { id: thread_id } = await addComment(ctx, { ...item, text: 'Shorter?', mentions: [lin.user_id] })
  expect(await toldTo(lin.ctx)).toEqual([
    ['mention', `/automations/${id}?email=${email_id}&at=greet&comment=${thread_id}`],
  ])
  await call.save({
    id,
    revision: revision + 1,
    name: 'Welcome',
    reentry: 'never',
    graph: Graph.parse({ first: null, steps: [] }),
  })
  await addComment(lin.ctx, { ...item, text: 'Yes', mentions: [], thread_id })
  expect(await countComments(ctx, item)).toMatchObject({ open: 1, unread: 1 })
  await markCommentsRead(ctx, { ...item, up_to: 2_000_000_000 })
  await unscoped().automationEmail.updateMany({ where: { id: email_id }, data: { updated_at: new Date(0) } })
  await purgeEmails({ now: ctx.now() })
  const where = { account_id: account.account_id }
  expect([await unscoped().draftComment.count({ where }), await unscoped().draftCommentRead.count({ where })]).toEqual([
    0, 0,
  ])
})

test('the drafts and comments of other accounts do not exist', async () => {
  const { item, say, lin } = await commented()
  const { id } = await say(lin.ctx, 'Mine')
  const other: TestAccount = await testAccount()
  const { ctx } = other
  const mine = await createBroadcast(ctx, { subject: 'Other' })
  await expect(listThreads(ctx, { ...item, ...PageQuery.parse({}), is_resolved: false })).rejects.toThrow()
  await expect(countComments(ctx, item)).rejects.toThrow()
  await expect(addComment(ctx, { ...item, text: 'Hi', mentions: [] })).rejects.toThrow()
  for (const key of [{ ...item, id }, { kind: 'broadcast', item_id: mine.id, id } as const]) {
    await expect(deleteComment(ctx, key)).rejects.toThrow()
    await expect(resolveThread(ctx, { ...key, is_resolved: true })).rejects.toThrow()
    await expect(editComment(ctx, { ...key, text: 'x', mentions: [] })).rejects.toThrow()
  }
})
