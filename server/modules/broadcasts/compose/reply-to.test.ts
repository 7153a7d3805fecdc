import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  EVERYONE,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'

async function studio() {
  const sink = await sendToSink()
  const account = await testAccount()
  const listed = async (email_address: string, status: 'confirmed' | 'pending') => {
    const { id } = await account.ctx.db.sendingAddress.create({
      data: { account_id: account.account_id, email_address, from_name: 'Help', status, proof: 'mail' },
    })
    return id
  }
  const help = await listed('help@studio.example', 'confirmed')
  await listed('press@studio.example', 'confirmed')
  const pending = await listed('pending@studio.example', 'pending')
  await addSubscribers(account, 1)
  const app = dashboard(account)
  const replyTo = async () => {
    const message = sink.messages.pop()
    if (!message) throw new Error('No message arrived')
    return (await parseMail(message)).replyTo?.map(({ address }) => address)
  }
  return { account, app, help, pending, replyTo, listed }
}

test('replies go to the address that the account chose, and those to a broadcast to the one chosen for it [L2]', async () => {
  const { account, app, help, replyTo } = await studio()
  const send = async (input: Record<string, unknown> = {}) => {
    await sendAll(account, await startBroadcast(account, { ...input }))
    return replyTo()
  }
  expect(await send()).toBeUndefined()
  await app.sending_addresses.setReplyTo({ id: help })
  expect(await send()).toEqual(['help@studio.example'])
  expect(await send({ reply_to_address: 'press@studio.example' })).toEqual(['press@studio.example'])
  const { email_address } = (await app.sending_addresses.list()).find(({ is_default }) => is_default) ?? {}
  expect(await send({ reply_to_address: email_address })).toBeUndefined()

  const draft = await app.broadcasts.create({ subject: 'Hello', content: '<p>Hello</p>', subscriber_filter: EVERYONE })
  await app.broadcasts.update({ id: draft.id, reply_to_address: 'press@studio.example' })
  await app.broadcasts.sendTest({ id: draft.id })
  expect(await replyTo()).toEqual(['press@studio.example'])
  const copy = await app.broadcasts.duplicate({ id: draft.id })
  expect(copy.reply_to_address).toBe('press@studio.example')
  expect(await app.broadcasts.update({ id: draft.id, reply_to_address: null })).toMatchObject({
    reply_to_address: null,
  })

  const { id: sequence_id } = await app.sequences.create({ name: 'Welcome' })
  const email = await app.sequences.createEmail({
    sequence_id,
    subject: 'Welcome',
    content: '<p>Hello</p>',
    delay_value: 0,
    delay_unit: 'days',
  })
  await app.sequences.sendTest({ sequence_id, id: email.id })
  expect(await replyTo()).toEqual(['help@studio.example'])
  await app.sending_addresses.setReplyTo({ id: null })
  expect(await send()).toBeUndefined()
})

test('an address gets replies only while it is confirmed, and is not removed before another is chosen', async () => {
  const { account, app, help, pending, replyTo } = await studio()
  await expect(app.sending_addresses.setReplyTo({ id: pending })).rejects.toThrow('Confirm the address first')
  const { id } = await app.broadcasts.create({ subject: 'Hello', content: '<p>Hello</p>', subscriber_filter: EVERYONE })
  for (const reply_to_address of ['pending@studio.example', 'other@studio.example', 'a\r\nBcc: b@studio.example'])
    await expect(app.broadcasts.update({ id, reply_to_address })).rejects.toThrow('is not confirmed. Choose another')
  await app.broadcasts.update({ id, reply_to_address: 'help@studio.example' })
  await app.sending_addresses.setReplyTo({ id: help })
  await expect(app.sending_addresses.remove({ id: help })).rejects.toThrow('Choose another address for replies first')
  await account.ctx.db.sendingAddress.updateMany({ where: { id: help }, data: { status: 'pending' } })
  expect((await app.broadcasts.checklist({ id })).remarks).toContainEqual(
    expect.objectContaining({ code: 'unconfirmed_reply_to', level: 'warning' }),
  )
  await app.broadcasts.sendTest({ id })
  expect(await replyTo()).toBeUndefined()
  const stranger = dashboard(await testAccount()).sending_addresses
  await expect(stranger.setReplyTo({ id: help })).rejects.toThrow('Not Found')
  const editor = dashboard(account, withRole(account, 'editor')).sending_addresses
  await expect(editor.setReplyTo({ id: null })).rejects.toThrow('This needs the admin role')
})
