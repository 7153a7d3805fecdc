import { expect, test } from 'vitest'
import { makeCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { eraseSubscriber } from '../../privacy/erase.ts'
import { copySubscriber } from '../../privacy/subscriber-copy.ts'
import { MAX_NOTES } from '../notes-schema.ts'

async function members() {
  const account = await testAccount()
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  const other = await testAccount()
  await unscoped().membership.create({
    data: { account_id: account.account_id, user_id: other.user_id, role: 'editor' },
  })
  const as = (role: 'editor' | 'admin') =>
    dashboard(
      { ...account, user_id: other.user_id },
      makeCtx({ account_id: account.account_id, actor: { kind: 'user', user_id: other.user_id, role } }),
    ).subscribers.notes
  return { account, subscriber_id, own: dashboard(account).subscribers.notes, as }
}

test('a note has its author and time, is newest first, and only its author changes it', async () => {
  const { subscriber_id, own, as } = await members()
  const first = await own.add({ subscriber_id, text: '  Met at the fair.\nLikes glazes ' })
  expect(first).toMatchObject({
    text: 'Met at the fair.\nLikes glazes',
    author: 'Nora Lind',
    is_own: true,
    edited_at: null,
  })
  const second = await as('editor').add({ subscriber_id, text: 'Called' })
  expect((await own.list({ subscriber_id })).rows).toMatchObject([
    { id: second.id, is_own: false },
    { id: first.id, is_own: true },
  ])
  expect((await own.list({ subscriber_id, include_total_count: true })).pagination.total_count).toBe(2)
  await expect(as('admin').edit({ id: first.id, text: 'x' })).rejects.toThrow('Only the author can change a note')
  await expect(as('editor').delete({ id: first.id })).rejects.toThrow('Only the author or an admin can delete a note')
  expect(await own.edit({ id: first.id, text: 'Met in Oslo' })).toMatchObject({
    text: 'Met in Oslo',
    edited_at: expect.any(String),
  })
  await as('admin').delete({ id: first.id })
  expect((await own.list({ subscriber_id })).rows).toHaveLength(1)
})

test('a deleted note is given back with its text, author and times, once and to the member who deleted it', async () => {
  const { account, subscriber_id, own, as } = await members()
  const { id } = await own.add({ subscriber_id, text: 'Met at the fair' })
  await own.edit({ id, text: 'Met in Oslo' })
  await account.ctx.sql.run(
    `update subscriber_note set created_at = created_at - interval '3 days' where account_id = $1`,
  )
  const stored = () => account.ctx.db.subscriberNote.findMany()
  const before = await stored()
  const deleted = await as('admin').delete({ id })
  expect(await stored()).toEqual([])
  expect(deleted.undo).not.toContain('Oslo')
  await expect(own.restore(deleted)).rejects.toThrow('can no longer be restored')
  await expect(dashboard(await testAccount()).subscribers.notes.restore(deleted)).rejects.toThrow('no longer')
  await expect(as('admin').restore({ undo: 'made up' })).rejects.toThrow('can no longer be restored')
  expect(await as('admin').restore(deleted)).toMatchObject({ id, text: 'Met in Oslo', author: 'Nora Lind' })
  await as('admin').restore(deleted)
  expect(await stored()).toEqual(before)
  const again = await own.delete({ id })
  await eraseSubscriber(account.ctx, { id: subscriber_id, email_address: 'subscriber1@example.net' })
  await expect(own.restore(again)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('viewers read notes, other accounts do not, and notes are bounded', async () => {
  const { account, subscriber_id, own } = await members()
  const { id } = await own.add({ subscriber_id, text: 'Hi' })
  const viewer = dashboard(account, withRole(account, 'viewer')).subscribers.notes
  expect((await viewer.list({ subscriber_id })).rows).toHaveLength(1)
  await expect(viewer.add({ subscriber_id, text: 'x' })).rejects.toThrow('needs the editor role')
  const foreign = dashboard(await testAccount()).subscribers.notes
  for (const call of [
    () => foreign.list({ subscriber_id }),
    () => foreign.add({ subscriber_id, text: 'x' }),
    () => foreign.edit({ id, text: 'x' }),
    () => foreign.delete({ id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(own.add({ subscriber_id, text: ' \n ' })).rejects.toThrow('can’t be blank')
  await expect(own.add({ subscriber_id, text: 'x'.repeat(5_001) })).rejects.toThrow('too long')
  await account.ctx.sql.run(
    `insert into subscriber_note (account_id, subscriber_id, text, created_at) select $1, $2, 'n', now() from generate_series(2, $3::int)`,
    [subscriber_id, MAX_NOTES],
  )
  await expect(own.add({ subscriber_id, text: 'one more' })).rejects.toThrow(`can have ${MAX_NOTES} notes`)
})

test('notes are in the copy of a subscriber’s data, and are erased with the subscriber', async () => {
  const { account, subscriber_id, own } = await members()
  await own.add({ subscriber_id, text: 'Likes blue glaze' })
  expect((await copySubscriber(account.ctx, { id: subscriber_id })).json).toContain('Likes blue glaze')
  await eraseSubscriber(account.ctx, { id: subscriber_id, email_address: 'subscriber1@example.net' })
  expect(await account.ctx.db.subscriberNote.count()).toBe(0)
})

test('a program writes, changes, deletes and restores notes as the user of its credential [contract 22.4]', async () => {
  const { account, subscriber_id, as } = await members()
  const ask = (operation: string, body?: unknown) => api(operation, { token: account.token }, body)
  const path = `/v4/subscribers/${subscriber_id}/notes`
  expect((await ask(`POST ${path}`, { text: ' ' })).body.errors).toEqual(['text: Note can’t be blank'])
  const { status, body } = await ask(`POST ${path}`, { text: 'Met at the fair' })
  const { note } = body
  expect([status, note]).toMatchObject([201, { text: 'Met at the fair', author: 'Nora Lind', is_own: true }])
  expect((await ask(`PUT /v4/notes/${note.id}`, { text: 'Met in Oslo' })).body.note).toMatchObject({
    text: 'Met in Oslo',
    edited_at: expect.any(String),
  })
  const other = await as('editor').add({ subscriber_id, text: 'Called' })
  expect((await ask(`PUT /v4/notes/${other.id}`, { text: 'x' })).status).toBe(403)
  const { undo } = (await ask(`DELETE /v4/notes/${note.id}`)).body
  expect((await ask(`GET ${path}`)).body.notes).toMatchObject([{ id: other.id, is_own: false }])
  expect((await ask('POST /v4/notes/restore', { undo })).body.note).toMatchObject({ id: note.id, text: 'Met in Oslo' })
  expect((await api('POST /v4/notes/restore', key(account), { undo })).status).toBe(422)
  const foreign = await testAccount()
  expect((await api(`GET ${path}`, key(foreign))).status).toBe(404)
  expect((await api(`DELETE /v4/notes/${note.id}`, key(foreign))).status).toBe(404)
})
