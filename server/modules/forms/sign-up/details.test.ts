import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import {
  addSubscribers,
  ledgerRows,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../../testing/modules/sending.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { confirmationUrl } from '../confirmation/tokens.ts'
import { FormSettings } from '../settings-schema.ts'

// A stranger who knows a subscriber's address can change nothing that the subscriber has not confirmed.

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

async function openForm({ double_opt_in }: { double_opt_in: boolean }) {
  const account = await testAccount()
  const { account_id, ctx } = account
  const city = (await createCustomField(ctx, { label: 'City' })).value
  const settings = FormSettings.parse({ ask_first_name: true, custom_field_ids: [city.id] })
  const form = await unscoped().form.create({
    data: {
      account_id,
      uid: randomBytes(5).toString('hex'),
      name: 'Footer',
      format: 'inline',
      double_opt_in,
      settings,
    },
  })
  const from = `198.51.100.${++line}`
  // Attempts are counted per address across accounts.
  const email_address = `lin${line}@example.net`
  const ask = (path: string, init: RequestInit = {}) =>
    app.request(`http://envoi.test${path}`, init, { incoming: { socket: { remoteAddress: from } } })
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(asVisitor(form.uid, { email_address, ...fields }))
    const response = await ask(`/f/${form.uid}`, { method: 'POST', body })
    expect(response.status).toBe(200)
  }
  const known = async (data: { state: 'active' | 'inactive' | 'bounced'; first_name?: string; fields?: object }) =>
    Number((await ctx.db.subscriber.create({ data: { account_id, email_address, ...data } })).id)
  const findSubscriber = () => unscoped().subscriber.findFirst({ where: { account_id, email_address } })
  const link = (subscriber_id: number) =>
    new URL(confirmationUrl({ account_id, form_id: form.id, subscriber_id })).pathname
  return { account, account_id, email_address, ctx, form, city, ask, post, known, findSubscriber, link }
}

test('a stranger cannot stop email to a subscriber by entering a name with a line break', async () => {
  const sink = await sendToSink()
  const { account, post, known, email_address } = await openForm({ double_opt_in: false })
  await known({ state: 'active' })
  for (const first_name of ['Ann\nLee', 'Ann\u2028Lee', 'Ann\u0085Lee', 'Ann\u000bLee']) await post({ first_name })
  await post({ email_address: 'new@example.net', first_name: 'Ann\r\nLee\u202e' })
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  expect(await ledgerRows(account, id)).toMatchObject([
    { email_address, state: 'sent' },
    { email_address: 'new@example.net', state: 'sent' },
  ])
  const emails = await Promise.all(sink.messages.map(parseMail))
  expect(emails.map(({ subject }) => subject).sort()).toEqual(['News for ', 'News for Ann Lee'])
})

test('subscribers whose stored name or field would break a header still get every message', async () => {
  const sink = await sendToSink()
  const { account, ctx, city } = await openForm({ double_opt_in: false })
  await addSubscribers(account, 4)
  const bad = ['Ann\nLee', 'Ann\r\nBcc: x@y.example', 'Ann\u2029Lee\u0007', '\n']
  const rows = await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })
  for (const [at, { id }] of rows.entries()) {
    const data = { first_name: bad[at] ?? null, fields: { [city.key]: bad[at] ?? '' } }
    await ctx.db.subscriber.updateMany({ where: { id }, data })
  }
  await ctx.db.sendingAddress.updateMany({ data: { from_name: 'Nora\nStudio' } })
  await unscoped().account.update({ where: { id: account.account_id }, data: { name: 'Studio\r\nNorth' } })
  const id = await startBroadcast(account, { subject: '{{ subscriber.first_name }} in {{ subscriber.city }}' })
  await ctx.db.broadcast.updateMany({ where: { id }, data: { subject: 'Line one\nline two' } })
  expect(await sendAll(account, id)).toBe('finished')
  expect((await ledgerRows(account, id)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
  for (const received of sink.messages) {
    const head = received.raw.slice(0, received.raw.indexOf('\r\n\r\n'))
    expect(head).not.toMatch(/^Bcc:/im)
    expect((await parseMail(received)).from).toMatchObject({ name: 'Nora Studio', address: account.email })
  }
})

test('what a stranger enters about an active subscriber changes nothing, with or without double opt-in', async () => {
  for (const double_opt_in of [true, false]) {
    const { city, post, known, findSubscriber, link, ask, account_id } = await openForm({ double_opt_in })
    const id = await known({ state: 'active', first_name: 'Lin' })
    await subscribeTo(account_id, ['subscriber.custom_field_value_updated'])
    await post({ first_name: 'Mallory', [city.name]: 'Nowhere' })
    const page = await (await ask(link(id))).text()
    expect(page).not.toContain('Mallory')
    await ask(link(id), { method: 'POST' })
    expect(await findSubscriber()).toMatchObject({ first_name: 'Lin', fields: {}, state: 'active' })
    expect(await takeEvents(account_id)).not.toContainEqual(
      expect.objectContaining({ type: 'subscriber.custom_field_value_updated' }),
    )
  }
})

test('an unconfirmed subscriber sees the entered details, which are saved on confirmation', async () => {
  const { city, post, known, findSubscriber, link, ask, ctx } = await openForm({ double_opt_in: true })
  const id = await known({ state: 'inactive', first_name: 'L' })
  await post({ first_name: 'Lin <b>', [city.name]: 'Oslo' })
  expect(await findSubscriber()).toMatchObject({ first_name: 'L', fields: {} })

  const page = await (await ask(link(id))).text()
  expect(page).toContain('<li>First name: <strong>Lin &lt;b&gt;</strong></li>')
  expect(page).toContain('<li>City: <strong>Oslo</strong></li>')
  expect(await findSubscriber()).toMatchObject({ first_name: 'L', fields: {}, state: 'inactive' })

  const details = /name="details" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  await ask(link(id), { method: 'POST', body: new URLSearchParams({ details }) })
  expect(await findSubscriber()).toMatchObject({ first_name: 'Lin <b>', fields: { city: 'Oslo' }, state: 'active' })
  expect(await ctx.db.confirmation.findFirst()).toMatchObject({ details: null })
})

test('a bounced subscriber who signs up again also confirms the details', async () => {
  const { account_id, post, known, findSubscriber, link, ask, ctx } = await openForm({ double_opt_in: false })
  const id = await known({ state: 'bounced', first_name: 'L' })
  const occurred_at = new Date(Date.now() - 60_000)
  await ctx.db.stateChange.create({
    data: { account_id, subscriber_id: id, to_state: 'bounced', cause: 'bounce', occurred_at },
  })
  await post({ first_name: 'Lin' })
  expect(await findSubscriber()).toMatchObject({ first_name: 'L', state: 'bounced' })
  const details = /name="details" value="([\w-]+)"/.exec(await (await ask(link(id))).text())?.[1] ?? ''
  await ask(link(id), { method: 'POST', body: new URLSearchParams({ details }) })
  expect(await findSubscriber()).toMatchObject({ first_name: 'Lin', state: 'active' })
})

test('details entered after the subscriber opened the page are not confirmed with it', async () => {
  const { post, known, findSubscriber, link, ask, ctx } = await openForm({ double_opt_in: true })
  const id = await known({ state: 'inactive', first_name: 'Lin' })
  await post({ first_name: 'Lina' })
  const details = /name="details" value="([\w-]+)"/.exec(await (await ask(link(id))).text())?.[1] ?? ''
  await post({ first_name: 'Mallory' })
  await ask(link(id), { method: 'POST', body: new URLSearchParams({ details }) })
  expect(await findSubscriber()).toMatchObject({ first_name: 'Lin', state: 'active' })
  expect(await ctx.db.confirmation.findFirst()).toMatchObject({ details: null })
})
