import { expect, test, vi } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, header, parseMail, sendToSink, visit } from '../../../testing/modules/sending.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { Route } from '../../transports/route.ts'

const DRAFT = { subject: 'For {{ subscriber.first_name }}', content: '<p>Hello</p>', subscriber_filter: EVERYONE }
const address = (n: number) => `colleague${n}@studio.example`

async function draft() {
  const sink = await sendToSink()
  const account = await testAccount()
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create(DRAFT)
  return { sink, account, subscriber_id, app, id }
}

test('a test goes to up to five addresses, each with its own message, as the chosen subscriber sees it', async () => {
  const { sink, account, subscriber_id, app, id } = await draft()
  const five = [1, 2, 3, 4, 5].map(address)
  const given = [...five.slice(0, 4), ' Colleague5@Studio.Example ', address(1)].slice(0, 5)
  expect(await app.sendTest({ id, subscriber_id, email_addresses: given })).toEqual({ sent: five, failed: [] })
  expect(sink.messages.map(({ to }) => to)).toEqual(five)
  for (const mail of await Promise.all(sink.messages.map(parseMail))) {
    expect(mail.subject).toBe('[Test] For Subscriber 1')
    expect(mail.to).toHaveLength(1)
  }
  expect(await account.ctx.db.delivery.count()).toBe(0)
  await expect(app.sendTest({ id, email_addresses: [...five, address(6)] })).rejects.toThrow(
    'Enter at most 5 addresses',
  )
  await expect(app.sendTest({ id, email_addresses: ['not an address'] })).rejects.toThrow('Email address is invalid')
})

test('a repeated address gets one test', async () => {
  const { sink, app, id } = await draft()
  await app.sendTest({ id, email_addresses: [address(1), address(1).toUpperCase()] })
  expect(sink.messages.map(({ to }) => to)).toEqual([address(1)])
})

test('a viewer cannot send a test', async () => {
  const { account, id } = await draft()
  const viewer = dashboard(account, withRole(account, 'viewer')).broadcasts
  await expect(viewer.sendTest({ id })).rejects.toThrow('This needs the editor role')
})

test('a test never goes to a suppressed, bounced, complained or unsubscribed address [B7]', async () => {
  const { sink, account, app, id } = await draft()
  const states = ['bounced', 'complained', 'cancelled'] as const
  const ids = await addSubscribers(account, 3, 'former')
  for (const [at, state] of states.entries())
    await account.ctx.db.subscriber.updateMany({
      where: { id: ids[at] ?? 0 },
      data: { state, canceled_at: state === 'cancelled' ? new Date() : null },
    })
  await account.ctx.db.suppression.create({
    data: {
      account_id: account.account_id,
      address_hash: suppressionHash(account.account_id, 'erased@example.net'),
      reason: 'erased',
    },
  })
  const send = (to: string) => app.sendTest({ id, email_addresses: [address(1), to] })
  await expect(send('former1@example.net')).rejects.toThrow('former1@example.net has bounced. Use another address')
  await expect(send('former2@example.net')).rejects.toThrow('former2@example.net reported your email as spam')
  await expect(send('former3@example.net')).rejects.toThrow('former3@example.net has unsubscribed')
  await expect(send('erased@example.net')).rejects.toThrow('erased@example.net is blocked from receiving email')
  expect(sink.messages).toEqual([])
})

test('each message of a test counts toward the limit of the account', async () => {
  const { sink, app, id } = await draft()
  const five = [1, 2, 3, 4, 5].map(address)
  for (let sent = 0; sent < 50; sent += 5) await app.sendTest({ id, email_addresses: five })
  await expect(app.sendTest({ id })).rejects.toThrow('You can send 50 test emails an hour. Try again in ')
  expect(sink.messages).toHaveLength(50)
})

test('a test that one address refuses names it, and the others get theirs', async () => {
  const { sink, app, id } = await draft()
  sink.behavior.onRecipient = (to: string) => (to === address(2) ? { code: 550, text: 'No such user' } : undefined)
  const { sent, failed } = await app.sendTest({ id, email_addresses: [address(1), address(2)] })
  expect(sent).toEqual([address(1)])
  expect(failed).toMatchObject([{ email_address: address(2), problem: expect.stringContaining('550 No such user') }])
})

test('a test that was accepted is reported as sent when storing what the transport showed fails', async () => {
  const { sink, app, id } = await draft()
  vi.spyOn(Route.prototype, 'settle').mockRejectedValueOnce(new Error('the disk is full'))
  expect(await app.sendTest({ id, email_addresses: [address(1)] })).toEqual({ sent: [address(1)], failed: [] })
  expect(sink.messages).toHaveLength(1)
})

test('opens and clicks of a test are counted nowhere, and its links lead where they were written to', async () => {
  const { sink, account, subscriber_id, app, id } = await draft()
  const settings = await account.ctx.db.account.findFirstOrThrow()
  expect([settings.open_tracking_enabled, settings.click_tracking_enabled]).toEqual([true, true])
  const content =
    '<p><a href="https://studio.example/a?x=1&amp;y=2">Read</a> <a href="https://studio.example/{{ subscriber.first_name }}">Own</a></p>'
  await app.update({ id, content })
  await app.sendTest({ id, subscriber_id, email_addresses: [address(1)] })
  const { id: sequence_id, email } = await makeSequence(account)
  const email_id = await email({ content })
  await dashboard(account).sequences.sendTest({
    sequence_id,
    id: email_id,
    subscriber_id,
    email_addresses: [address(1)],
  })
  expect(sink.messages).toHaveLength(2)
  for (const { html = '', text = '' } of await Promise.all(sink.messages.map(parseMail))) {
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
    expect(links.filter((url) => url.startsWith('https://studio.example/'))).toEqual([
      'https://studio.example/a?x=1&y=2',
      'https://studio.example/Subscriber%201',
    ])
    expect(text).toContain('https://studio.example/a?x=1&y=2')
    const ours = links.filter((url) => !url.startsWith('https://studio.example/'))
    expect(ours.map((url) => new URL(url).pathname.split('/')[1])).toEqual(['u', 'preferences'])
    for (const url of ours) expect((await visit(url)).status).toBe(200)
  }
  expect(await account.ctx.db.engagementHit.count()).toBe(0)
  expect(await account.ctx.db.engagement.count()).toBe(0)
})

test('the unsubscribe link of a test changes nothing for the subscriber and says so', async () => {
  const { sink, account, subscriber_id, app, id } = await draft()
  await app.sendTest({ id, subscriber_id, email_addresses: ['subscriber1@example.net'] })
  const [mail] = await Promise.all(sink.messages.map(parseMail))
  const link = ((mail && header(mail, 'List-Unsubscribe')) ?? '').split(/[<>]/)[1] ?? ''
  const call = (init: RequestInit) =>
    restApp({ base_url: 'http://envoi.test', metrics_token: undefined }).request(new URL(link).pathname, init)
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const init of [
    { method: 'GET' },
    { method: 'POST', headers: form, body: 'action=unsubscribe' },
    { method: 'POST', headers: form, body: 'action=resubscribe' },
  ]) {
    const page = await call(init)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('no one was unsubscribed')
  }
  const one_click = await call({ method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' })
  expect([one_click.status, await one_click.text()]).toEqual([200, 'This was a test email. Nothing was changed.'])
  expect(await account.ctx.db.subscriber.findFirst({ where: { id: subscriber_id } })).toMatchObject({ state: 'active' })
  expect(await account.ctx.db.stateChange.count()).toBe(0)
})
