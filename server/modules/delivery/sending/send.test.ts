import { expect, onTestFinished, test } from 'vitest'
import { announceStop } from '../../../core/stopping.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  header,
  ledgerCounts,
  ledgerRows,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { audienceSql } from '../../broadcasts/compose/audience.ts'
import { cancelBroadcast, sendBroadcast } from '../../broadcasts/sending/sending.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { enqueueRecipients } from '../enqueueing/enqueue-recipients.ts'

test('a message is personal and has the headers and parts that large receivers and the law require [B5, B6, L1]', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 1)
  const id = await startBroadcast(account, { preview_text: 'What changed' })
  expect(await sendAll(account, id)).toBe('finished')

  expect(sink.messages).toHaveLength(1)
  const [received] = sink.messages
  if (!received) throw new Error('No message arrived')
  expect(received).toMatchObject({ from: account.email, to: 'subscriber1@example.net' })
  const mail = await parseMail(received)
  expect(mail.from).toMatchObject({ name: 'Nora', address: account.email })
  expect(mail.subject).toBe('News for Subscriber 1')
  expect(mail.html).toContain('Hello Subscriber 1, ')
  expect(mail.html).toContain('What changed')
  expect(mail.text).toMatch(/Hello Subscriber 1, read on/)
  expect(mail.text).toContain('https://studio.example/a?x=1&y=2')

  const unsubscribe = header(mail, 'List-Unsubscribe') ?? ''
  expect(unsubscribe).toMatch(/^<http:\/\/localhost:3000\/u\/[\w-]+>$/)
  expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(header(mail, 'List-Id')).toContain('Studio North')
  expect(header(mail, 'Feedback-ID')).toMatch(/^\d+:\d+:broadcast:envoi$/)
  expect(header(mail, 'Message-ID')).toMatch(/^<[\d.]+@envoi\.localhost>$/)
  expect(mail.html).toContain(`href="${unsubscribe.slice(1, -1)}"`)
  expect(mail.text).toContain(unsubscribe.slice(1, -1))
  expect(mail.html).toContain('Storgata 1, 0155 Oslo, Norway')
  expect(mail.text).toContain('Storgata 1, 0155 Oslo, Norway')
  expect(received.raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)

  const { body } = await api(`GET /v4/broadcasts/${id}`, bearer(account))
  expect(body.broadcast.status).toBe('completed')
})

test('a postal address of two lines is two lines in plain text, without HTML', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  await unscoped().account.update({
    where: { id: account.account_id },
    data: { postal_address: 'Studio North\r\nStorgata 1, 0155 Oslo' },
  })
  await addSubscribers(account, 1)
  await sendAll(account, await startBroadcast(account))
  const [received] = sink.messages
  const mail = received && (await parseMail(received))
  expect(mail?.text).toMatch(/\nStudio North\nStorgata 1, 0155 Oslo\s*$/)
  expect(mail?.text).not.toContain('<')
  expect(mail?.html).toMatch(/Studio North<br \/>\s+Storgata 1, 0155 Oslo/)
})

test('email to generated subscribers is caught even when a mail server is configured', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  await unscoped().account.update({ where: { id: account.account_id }, data: { mail_is_caught: true } })
  await addSubscribers(account, 2)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  expect((await ledgerCounts(account, id)).counted).toMatchObject({ sent: 2 })
  expect(sink.messages).toEqual([])
  expect(await unscoped().caughtMail.count({ where: { account_id: account.account_id } })).toBe(2)
})

test('only active subscribers of the audience are enqueued, and others are excluded with a reason', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const { ctx } = account
  const ids = await addSubscribers(account, 6)
  const { id: tag_id } = await ctx.db.tag.create({ data: { account_id: ctx.account_id, name: 'T', name_folded: 't' } })
  await ctx.sql.run('insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, unnest($3::bigint[])', [
    tag_id,
    ids.slice(0, 5),
  ])
  await ctx.sql.run(`update subscriber set state = 'bounced' where account_id = $1 and id = $2`, [ids[0]])
  await ctx.sql.run(`update subscriber set email_address = 'not an address' where account_id = $1 and id = $2`, [
    ids[1],
  ])
  await ctx.db.suppression.create({
    data: {
      account_id: ctx.account_id,
      address_hash: suppressionHash(ctx.account_id, 'subscriber3@example.net'),
      reason: 'erased',
    },
  })
  const id = await startBroadcast(account, { subscriber_filter: [{ all: [{ type: 'tag', ids: [tag_id] }] }] })
  const mail = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const chosen = { subscriber_filter: [{ all: [{ type: 'tag' as const, ids: [tag_id] }] }], excluded: null }
  const audience = await audienceSql(ctx, chosen, { first: 5 })
  expect(await enqueueRecipients(ctx, { mail_id: mail.id, audience })).toBe(true)
  const enqueued = await ledgerRows(account, id)
  expect(enqueued.map(({ state, reason }) => reason ?? state)).toEqual([
    'invalid_address',
    'suppressed',
    'queued',
    'queued',
  ])
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ recipients: 4, excluded: 2, sent: 0 })
  await changeState(ctx, { ids: ids.slice(3, 4), transition: 'unsubscribe', cause: 'dashboard' })

  expect(await sendAll(account, id)).toBe('finished')
  expect(await ledgerRows(account, id)).toMatchObject([
    { email_address: 'not an address', state: 'excluded', reason: 'invalid_address' },
    { email_address: 'subscriber3@example.net', state: 'excluded', reason: 'suppressed' },
    { email_address: 'subscriber4@example.net', state: 'excluded', reason: 'cancelled' },
    { email_address: 'subscriber5@example.net', state: 'sent', reason: null },
  ])
  expect(sink.messages.map(({ to }) => to)).toEqual(['subscriber5@example.net'])
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 4, sent: 1, excluded: 3, failed: 0, unconfirmed: 0 })
})

test('temporary replies and sender refusals are retried, and an unknown mailbox bounces the subscriber', async () => {
  const answers: Record<string, { code: number; text: string }> = {
    'subscriber1@example.net': { code: 451, text: '4.7.1 Greylisted' },
    'subscriber2@example.net': { code: 550, text: '5.1.1 No such user' },
    'subscriber3@example.net': { code: 550, text: '5.7.1 We do not like you' },
    'subscriber4@example.net': { code: 552, text: '5.2.2 Mailbox full' },
  }
  const sink = await sendToSink({ onRecipient: (address) => answers[address] })
  const account = await testAccount()
  await addSubscribers(account, 5)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  expect(await ledgerRows(account, id)).toMatchObject([
    { state: 'queued', reason: null, detail: expect.stringContaining('Greylisted') },
    { state: 'failed', reason: 'mailbox_unknown', detail: expect.stringContaining('No such user') },
    { state: 'queued', reason: 'sender_refused', detail: expect.stringContaining('do not like you') },
    { state: 'failed', reason: 'mailbox_unavailable', detail: expect.stringContaining('Mailbox full') },
    { state: 'sent' },
  ])
  const states = await account.ctx.sql.rows<{ state: string }>(
    'select state::text from subscriber where account_id = $1 order by id',
  )
  expect(states.map(({ state }) => state)).toEqual(['active', 'bounced', 'active', 'active', 'active'])
  const changes = await account.ctx.db.stateChange.findMany()
  expect(changes).toMatchObject([{ to_state: 'bounced', cause: 'bounce' }])

  sink.behavior = {}
  await account.ctx.sql.run(
    'update delivery set next_attempt_at = now() where account_id = $1 and next_attempt_at is not null',
  )
  expect(await sendAll(account, id)).toBe('finished')
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 5, sent: 3, failed: 2, bounced: 2 })
})

test('when the server cannot be used, all messages stay queued with the reason', async () => {
  const sink = await sendToSink()
  await sink.close()
  const account = await testAccount()
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  expect((await ledgerRows(account, id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  const mail = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  expect(mail.transport_error).toMatch(/ECONNREFUSED/)
})

test('a connection that breaks after sending the content leaves one message unconfirmed, which is not resent automatically', async () => {
  let cut = 0
  const sink = await sendToSink({ onMessage: () => (cut++ === 0 ? 'hang up' : undefined) }, 'pool=1')
  const account = await testAccount()
  await addSubscribers(account, 4)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(4)
  const rows = await ledgerRows(account, id)
  expect(rows.map(({ state }) => state).sort()).toEqual(['sent', 'sent', 'sent', 'unconfirmed'])

  const caller = dashboard(account)
  expect((await caller.broadcasts.report({ id })).undecided).toBe(1)
  const unconfirmed = await caller.broadcasts.recipients({ id, undecided: true })
  expect(unconfirmed.rows).toMatchObject([{ state: 'unconfirmed' }])
  expect(await caller.broadcasts.resolveUnconfirmed({ id, choice: 'resend' })).toEqual({ count: 1 })
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(5)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 4, unconfirmed: 0 })
  expect((await caller.broadcasts.report({ id })).undecided).toBe(0)
})

test('line breaks in a stored name cannot add a header, and the message is sent [S10]', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const [id_of_bad] = await addSubscribers(account, 2)
  await account.ctx.sql.run('update subscriber set first_name = $3 where account_id = $1 and id = $2', [
    id_of_bad,
    'Eve\r\nBcc: all@example.net',
  ])
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  for (const { raw } of sink.messages) expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im)
  expect((await ledgerRows(account, id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('a template that never ends fails without affecting the process or other messages [S5]', async () => {
  await sendToSink()
  const account = await testAccount()
  const [first] = await addSubscribers(account, 21)
  const loops = '{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}'
  const id = await startBroadcast(account, {
    content: `<p>{% if subscriber.city == 'Loop' %}${loops}{% endif %}Hello</p>`,
  })
  await account.ctx.sql.run(`update subscriber set city = 'Loop' where account_id = $1 and id = $2`, [first])
  expect(await sendAll(account, id)).toBe('finished')
  const rows = await ledgerRows(account, id)
  expect(rows[0]).toMatchObject({ state: 'failed', reason: 'unrenderable' })
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(20)
})

test('a broadcast canceled while sending stops, and the ledger shows who got nothing', async () => {
  const account = await testAccount()
  await addSubscribers(account, 30)
  let id = 0
  let canceled = false
  const sink = await sendToSink(
    {
      onMessage: async () => {
        if (sink.messages.length === 5 && !canceled) {
          canceled = true
          await cancelBroadcast(account.ctx, { id })
        }
        return undefined
      },
    },
    'pool=1',
  )
  id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages.length).toBeLessThan(10)
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ recipients: 30, sent: sink.messages.length, excluded: 30 - sink.messages.length })
  const rows = await ledgerRows(account, id)
  expect(rows.filter(({ state }) => state === 'excluded').every(({ reason }) => reason === 'aborted')).toBe(true)
  const { body } = await api(`GET /v4/broadcasts/${id}`, bearer(account))
  expect(body.broadcast.status).toBe('aborted')
})

test('a stopping process finishes the messages it is sending, and the next process sends the rest', async () => {
  onTestFinished(() => announceStop(false))
  const sink = await sendToSink({
    onMessage: () => {
      announceStop()
      return undefined
    },
  })
  const account = await testAccount()
  await addSubscribers(account, 40)
  const id = await startBroadcast(account)
  expect(await sendBroadcast(account.ctx, { id, work_ms: 60_000 })).toEqual({ state: 'more' })
  const begun = sink.messages.length
  expect(begun).toBeLessThan(20)
  expect((await ledgerRows(account, id)).filter(({ state }) => state === 'queued')).toHaveLength(40 - begun)

  announceStop(false)
  sink.behavior = {}
  expect(await sendAll(account, id)).toBe('finished')
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(40)
  expect(sink.messages).toHaveLength(40)
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ recipients: 40, sent: 40, unconfirmed: 0 })
})
