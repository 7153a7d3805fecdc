import { expect, test } from 'vitest'
import { makeCtx } from '../../core/context.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { createEmail as createAutomationEmail, restoreDraft, saveEmail } from '../automations/emails/drafts.ts'
import { purgeEmails } from '../automations/emails/purge-emails.ts'
import { restoreBroadcast } from '../broadcasts/compose/composer.ts'
import { createBroadcast, deleteBroadcast, updateBroadcast } from '../broadcasts/service.ts'
import { createPost, restorePost, savePost } from '../posts/service.ts'
import { restoreEmail } from '../sequences/compose/drafts.ts'
import { createEmail, updateEmail } from '../sequences/compose/emails.ts'
import { createSequence } from '../sequences/service.ts'
import { getRevision, listRevisions } from './service.ts'

const MINUTE_MS = 60_000

/** Returns the owner's dashboard, with the clock at this minute. */
const at = ({ ctx, account_id, user_id }: TestAccount, minutes: number) => ({
  ...makeCtx({ account_id, actor: { kind: 'user', user_id, role: 'owner' } }),
  now: () => new Date(+ctx.now() + minutes * MINUTE_MS),
})
const draftOf = (item_id: number) => ({ kind: 'broadcast', item_id }) as const

test('changes within ten minutes are one revision, and the text before the first change is kept', async () => {
  const account = await testAccount()
  const { id } = await createBroadcast(account.ctx, { subject: 'One', content: '<p>1</p>' })
  for (const minutes of [0, 5, 9]) await updateBroadcast(at(account, minutes), { id, subject: `Two ${minutes}` })
  await updateBroadcast(at(account, 30), { id, content: '<p>3</p>' })
  // The same text again, and changes other than of texts.
  await updateBroadcast(at(account, 60), { id, content: '<p>3</p>', public: true })
  const list = await listRevisions(account.ctx, draftOf(id))
  expect(list.map(({ title, author }) => [title, author !== ''])).toEqual([
    ['Two 9', true],
    ['Two 9', true],
    ['One', false],
  ])
  expect((await getRevision(account.ctx, { ...draftOf(id), id: list[1]?.id ?? 0 })).content).toBe('<p>1</p>')
})

test('a text that was deleted and rewritten within ten minutes stays in the history', async () => {
  const account = await testAccount()
  const { id } = await createBroadcast(account.ctx, { subject: 'Kiln' })
  const first = `<p>${'The kiln is cold again. '.repeat(8)}</p>`
  const saved = [first, first.replace('</p>', ' It cracked.</p>'), '<p></p>', '<p>Ferns</p>', '<p>Ferns are out.</p>']
  for (const [minutes, content] of saved.entries()) await updateBroadcast(at(account, minutes), { id, content })
  const list = await listRevisions(account.ctx, draftOf(id))
  const texts = await Promise.all(list.map((one) => getRevision(account.ctx, { ...draftOf(id), id: one.id })))
  expect(texts.map(({ content }) => content)).toEqual([saved[4], saved[1], ''])
})

test('restoring is itself a change, which can be undone', async () => {
  const account = await testAccount()
  const { id } = await createBroadcast(account.ctx, { subject: 'One', content: '<p>1</p>' })
  await updateBroadcast(at(account, 0), { id, subject: 'Two', preview_text: 'P', content: '<p>2</p>' })
  const [, before] = await listRevisions(account.ctx, draftOf(id))
  const restored = await restoreBroadcast(at(account, 1), { id, revision_id: before?.id ?? 0 })
  expect(restored).toMatchObject({ subject: 'One', content: '<p>1</p>' })
  const list = await listRevisions(account.ctx, draftOf(id))
  expect(list.map(({ title }) => title)).toEqual(['One', 'Two', 'One'])
  await expect(restoreBroadcast(at(account, 2), { id, revision_id: 999_999 })).rejects.toThrow()
})

test('a draft keeps thirty revisions, which are deleted with it', async () => {
  const account = await testAccount()
  const { id } = await createBroadcast(account.ctx, { subject: 'Start' })
  for (let turn = 1; turn <= 33; turn++) await updateBroadcast(at(account, turn * 20), { id, subject: `Text ${turn}` })
  const list = await listRevisions(account.ctx, draftOf(id))
  expect([list.length, list[0]?.title, list.at(-1)?.title]).toEqual([30, 'Text 33', 'Text 4'])
  await deleteBroadcast(account.ctx, { id })
  expect(await listRevisions(account.ctx, draftOf(id))).toEqual([])
})

test('posts and emails of sequences have a history too', async () => {
  const account = await testAccount()
  const post = await createPost(at(account, 0), { title: 'One', content: '<p>1</p>' })
  await savePost(at(account, 20), { id: post.id, title: 'Two' })
  const [, first] = await listRevisions(account.ctx, { kind: 'post', item_id: post.id })
  expect(await restorePost(at(account, 21), { id: post.id, revision_id: first?.id ?? 0 })).toMatchObject({
    title: 'One',
    source: '<p>1</p>',
  })
  const { id: sequence_id } = await createSequence(account.ctx, { name: 'Welcome' })
  const email = await createEmail(account.ctx, {
    sequence_id,
    subject: 'Hello',
    content: '<p>1</p>',
    delay_value: 1,
    delay_unit: 'days',
    send_days: undefined,
  })
  await updateEmail(at(account, 0), { sequence_id, id: email.id, subject: 'Hi', send_days: undefined })
  const [, old] = await listRevisions(account.ctx, { kind: 'sequence_email', item_id: email.id })
  expect(await restoreEmail(at(account, 1), { sequence_id, id: email.id, revision_id: old?.id ?? 0 })).toMatchObject({
    subject: 'Hello',
  })
})

test('automation emails have a history, which is deleted when they are purged', async () => {
  const account = await testAccount()
  const { id: automation_id } = await dashboard(account).automations.create({ name: 'Welcome', kind: 'visual' })
  const { id } = await createAutomationEmail(account.ctx, { automation_id })
  const item = { kind: 'automation_email', item_id: id } as const
  await saveEmail(at(account, 0), { id, subject: 'One', preview_text: 'P', content: '<p>1</p>' })
  await saveEmail(at(account, 20), { id, subject: 'Two', preview_text: null, email_template_id: null })
  const [, first] = await listRevisions(account.ctx, item)
  const restored = await restoreDraft(at(account, 21), { id, revision_id: first?.id ?? 0 })
  expect(restored).toMatchObject({ subject: 'One', preview_text: 'P', content: '<p>1</p>' })
  expect((await listRevisions(account.ctx, item)).map(({ title }) => title)).toEqual(['One', 'Two', 'One'])
  await account.ctx.db.automationEmail.updateMany({ where: { id }, data: { updated_at: new Date(0) } })
  await purgeEmails({ now: account.ctx.now() })
  expect(await listRevisions(account.ctx, item)).toEqual([])
})

test('an account cannot see another account’s revisions', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { id } = await createBroadcast(account.ctx, { subject: 'One' })
  await updateBroadcast(at(account, 0), { id, subject: 'Two' })
  const [latest] = await listRevisions(account.ctx, draftOf(id))
  expect(await listRevisions(other.ctx, draftOf(id))).toEqual([])
  await expect(getRevision(other.ctx, { ...draftOf(id), id: latest?.id ?? 0 })).rejects.toThrow()
})
