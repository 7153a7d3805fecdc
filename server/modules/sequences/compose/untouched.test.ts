import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { discardForgotten } from './untouched.ts'

const EMAIL = { delay_value: 0, delay_unit: 'days' } as const

async function sequence() {
  const account = await testAccount()
  const app = dashboard(account).sequences
  const { id } = await app.create({ name: 'Welcome' })
  const listed = async () => (await app.get({ id })).steps.map((step) => step.id)
  return { account, app, id, listed }
}

test('an email that nothing was written into is no part of its sequence', async () => {
  const { account, app, id, listed } = await sequence()
  const untouched = await app.startEmail({ sequence_id: id })
  expect(untouched).toMatchObject({ subject: '', content: '', position: null, published: false, delay_value: 0 })
  expect(await listed()).toEqual([])
  expect((await app.emails({ sequence_id: id })).rows).toEqual([])
  expect((await api(`GET /v4/sequences/${id}/emails`, key(account))).body.emails).toEqual([])
  expect((await app.findEmails({})).map((found) => found.id)).toEqual([])

  // Others take the places, the first one immediately, and their order and its impact are without it.
  const first = await app.createEmail({ sequence_id: id, subject: 'First', ...EMAIL })
  const second = await app.createEmail({ sequence_id: id, subject: 'Second', ...EMAIL, delay_value: 2 })
  expect([first.position, second.position]).toEqual([0, 1])
  expect(await app.email({ sequence_id: id, id: first.id })).toMatchObject({
    place: 1,
    count: 2,
    previous_id: null,
    next_id: second.id,
  })
  expect(await app.email({ sequence_id: id, id: untouched.id })).toMatchObject({
    place: 3,
    count: 3,
    previous_id: second.id,
    next_id: null,
  })
  await app.updateEmail({ sequence_id: id, id: first.id, delay_value: 1 })
  const email_ids = [second.id, first.id]
  const { emails } = await app.impact({ sequence_id: id, edit: { kind: 'reorder', email_ids } })
  expect(emails.map((email) => email.id)).not.toContain(untouched.id)
  await app.reorder({ sequence_id: id, email_ids })
  expect(await listed()).toEqual([second.id, first.id])
  await expect(app.updateEmail({ sequence_id: id, id: untouched.id, published: true })).rejects.toThrow(
    "Content can't be blank. Write the email before you publish it",
  )
  expect(await listed()).toEqual([second.id, first.id])
})

test('the first word puts a new email at the end, and it is published with a subject only', async () => {
  const { app, id, listed } = await sequence()
  const [one, other] = [await app.startEmail({ sequence_id: id }), await app.startEmail({ sequence_id: id })]
  expect(await app.updateEmail({ sequence_id: id, id: one.id, content: '<p>Moss</p>' })).toMatchObject({
    position: 0,
    delay_value: 0,
  })
  // Two were opened as the first one; only one can be sent immediately.
  expect(await app.updateEmail({ sequence_id: id, id: other.id, subject: 'Fern' })).toMatchObject({
    position: 1,
    delay_value: 1,
  })
  expect((await app.startEmail({ sequence_id: id })).delay_value).toBe(1)
  expect(await listed()).toEqual([one.id, other.id])
  await expect(app.updateEmail({ sequence_id: id, id: one.id, published: true })).rejects.toThrow(
    "Subject can't be blank. Write one before you publish the email",
  )
  const { remarks } = await app.checklist({ sequence_id: id, id: one.id })
  expect(remarks[0]).toMatchObject({ code: 'no_subject', level: 'blocker' })
})

test('a subject may be blank while an email is written, and a published email keeps one', async () => {
  const { account, app, id } = await sequence()
  const email = { sequence_id: id, id: (await app.startEmail({ sequence_id: id })).id }
  await app.updateEmail({ ...email, subject: 'M' })
  expect(await app.updateEmail({ ...email, subject: ' ' })).toMatchObject({ subject: '' })
  expect(await app.updateEmail({ ...email, content: '<p>Moss</p>' })).toMatchObject({ subject: '' })
  const refused = { status: 422, body: { errors: ["subject can't be blank"] } }
  expect(await api(`PUT /v4/sequences/${id}/emails/${email.id}`, key(account), { subject: '' })).toMatchObject(refused)
  await app.updateEmail({ ...email, subject: 'Moss' })
  await account.ctx.db.sequenceEmail.updateMany({ where: { id: email.id }, data: { published: true } })
  const { text_version } = await app.updateEmail({ ...email, subject: '' })
  await expect(app.publishEmailChanges({ ...email, text_version })).rejects.toThrow("Subject can't be blank")
})

test('leaving a new email leaves nothing behind, unless something was written', async () => {
  const { account, app, id, listed } = await sequence()
  const [left, written] = [await app.startEmail({ sequence_id: id }), await app.startEmail({ sequence_id: id })]
  await app.updateEmail({ sequence_id: id, id: written.id, preview_text: 'Soon' })
  expect(await app.discardUntouchedEmail({ id: left.id })).toEqual({ discarded: true })
  expect(await app.discardUntouchedEmail({ id: written.id })).toEqual({ discarded: false })
  await expect(app.email({ sequence_id: id, id: left.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listed()).toEqual([written.id])
  const viewer = dashboard(account, withRole(account, 'viewer')).sequences
  await expect(viewer.startEmail({ sequence_id: id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const stranger = dashboard(await testAccount()).sequences
  await expect(stranger.startEmail({ sequence_id: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const next = await app.startEmail({ sequence_id: id })
  expect(await stranger.discardUntouchedEmail({ id: next.id })).toEqual({ discarded: false })
})

test('a new email whose tab was closed is deleted after a day', async () => {
  const { account, app, id, listed } = await sequence()
  const [closed, written] = [await app.startEmail({ sequence_id: id }), await app.startEmail({ sequence_id: id })]
  await app.updateEmail({ sequence_id: id, id: written.id, subject: 'Moss' })
  // Long ago: other tests have emails of today.
  const created_at = new Date('2001-01-01T00:00:00Z')
  await account.ctx.db.sequenceEmail.updateMany({ where: { sequence_id: id }, data: { created_at } })
  await discardForgotten({ now: new Date('2001-01-01T23:00:00Z') })
  expect((await app.email({ sequence_id: id, id: closed.id })).id).toBe(closed.id)
  await discardForgotten({ now: new Date('2001-01-02T01:00:00Z') })
  await expect(app.email({ sequence_id: id, id: closed.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listed()).toEqual([written.id])
})
