import { expect, test } from 'vitest'
import { createCryptographer } from '../../../lib/crypto/crypto.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { later } from '../../../testing/clock.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  app,
  BROWSER,
  EVERYONE,
  ledgerCounts,
  parseMail,
  reportOf,
  sendAll,
  sendToSink,
  sentMail,
  startBroadcast,
  visit,
} from '../../../testing/modules/sending.ts'
import { getBroadcastReport } from '../../broadcasts/report/report.ts'

const stateOf = async (account: TestAccount, id: number) =>
  (await account.ctx.db.subscriber.findFirstOrThrow({ where: { id } })).state

test('an open and a click count once per subscriber, in the report and in the rates', async () => {
  const account = await testAccount()
  const { id, pixel, links } = await sentMail(account, {}, 2)
  for (let times = 0; times < 2; times++) {
    const image = await visit(pixel)
    expect(image.headers.get('content-type')).toBe('image/gif')
    expect(image.headers.get('cache-control')).toContain('no-store')
  }
  const [link = ''] = links
  const answers = await Promise.all([visit(link), visit(link), visit(link)])
  for (const answer of answers) {
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://studio.example/a?x=1&y=2')
  }
  const report = await reportOf(account, id)
  expect(report.funnel).toMatchObject({ recipients: 2, sent: 2, opened: 1, clicked: 1 })
  expect(report.links).toMatchObject([{ url: 'https://studio.example/a?x=1&y=2', clicks: 3, unique_clicks: 1 }])
  expect(report.hours).toHaveLength(48)
  expect(report.hours[0]).toEqual({ hour: 0, opens: 2, clicks: 3 })
  expect(report.stats).toMatchObject({
    open_rate: 50,
    click_rate: 50,
    emails_opened: 1,
    total_clicks: 3,
    progress: 100,
  })
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
})

test('a human click counts as an open, once, with its own event', async () => {
  const account = await testAccount()
  const { id, pixel, links } = await sentMail(account, {}, 2)
  const [link = ''] = links
  await Promise.all([visit(link), visit(link)])
  const report = () => reportOf(account, id)
  expect((await report()).funnel).toMatchObject({ opened: 1, clicked: 1 })
  await visit(pixel)
  const { funnel, stats, hours } = await report()
  expect(funnel).toMatchObject({ opened: 1, clicked: 1 })
  expect(stats).toMatchObject({ open_rate: 50, click_rate: 50, emails_opened: 1 })
  expect(hours[0]).toEqual({ hour: 0, opens: 2, clicks: 2 })
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
})

test('a click by a machine, or with open tracking disabled, is not an open', async () => {
  const account = await testAccount()
  const { id, links } = await sentMail(account)
  const [link = ''] = links
  const opened = async () => (await reportOf(account, id)).funnel.opened
  await app.request(link, { method: 'HEAD', headers: BROWSER })
  expect(await opened()).toBe(0)
  await account.ctx.db.account.updateMany({ data: { open_tracking_enabled: false } })
  await visit(link)
  expect(await opened()).toBe(0)
})

test('a link with non-ASCII characters redirects to the URL that browsers would request', async () => {
  const { links } = await sentMail(await testAccount(), {
    content: '<p><a href="https://studio.example/愛 ü">go</a></p>',
  })
  const answer = await visit(links[0] ?? '')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('https://studio.example/%E6%84%9B%20%C3%BC')
})

test('the unsubscribe link asks first, changes nothing on GET, and can be undone [B5]', async () => {
  const account = await testAccount()
  const { id, subscriber_id, unsubscribe } = await sentMail(account)
  const page = await visit(unsubscribe)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Unsubscribe from Studio North?')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  await app.request(unsubscribe, { method: 'HEAD' })
  expect(await stateOf(account, subscriber_id)).toBe('active')

  const form = (action: string) => visit(unsubscribe, { method: 'POST', body: new URLSearchParams({ action }) })
  const unsubscribed = await form('unsubscribe')
  expect(await unsubscribed.text()).toContain('You are unsubscribed')
  expect(await stateOf(account, subscriber_id)).toBe('cancelled')
  await form('unsubscribe')
  expect((await getBroadcastReport(account.ctx, { id })).funnel.unsubscribed).toBe(1)
  const changes = await account.ctx.db.stateChange.findMany({ where: { subscriber_id } })
  expect(changes).toMatchObject([{ to_state: 'cancelled', cause: 'unsubscribe_link' }])

  const back = await form('resubscribe')
  expect(await back.text()).toContain('Welcome back')
  expect(await stateOf(account, subscriber_id)).toBe('active')
  expect((await getBroadcastReport(account.ctx, { id })).funnel.unsubscribed).toBe(0)
})

const one_click = new FormData()
one_click.set('List-Unsubscribe', 'One-Click')
test.each([
  { form: 'urlencoded', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) },
  { form: 'multipart', body: one_click },
])(
  'one-click unsubscribe ($form) takes effect without cookie or redirect, and can be repeated [B5]',
  async ({ body }) => {
    const account = await testAccount()
    const { subscriber_id, unsubscribe } = await sentMail(account)
    for (let times = 0; times < 2; times++) {
      const answer = await app.request(unsubscribe, { method: 'POST', body })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await stateOf(account, subscriber_id)).toBe('cancelled')
    }
    const changes = await account.ctx.db.stateChange.findMany({ where: { subscriber_id } })
    expect(changes).toMatchObject([{ cause: 'one_click' }])
  },
)

test('the unsubscribe link works 90 days later, after the email is deleted, and for an unknown subscriber [L2]', async () => {
  const account = await testAccount()
  const { id, subscriber_id, unsubscribe } = await sentMail(account)
  await account.ctx.db.mail.deleteMany({ where: { broadcast_id: id } })
  later(90 * 86_400_000)
  const answer = await visit(unsubscribe, { method: 'POST' })
  expect(answer.status).toBe(200)
  expect(await stateOf(account, subscriber_id)).toBe('cancelled')
  await account.ctx.db.subscriber.deleteMany({ where: { id: subscriber_id } })
  expect(await (await visit(unsubscribe)).text()).toContain('You are not on this list')
  expect((await visit(unsubscribe, { method: 'POST' })).status).toBe(200)
})

test('forged, truncated and reused tokens are refused and never redirect [B5]', async () => {
  const account = await testAccount()
  const { id, pixel, links, unsubscribe, subscriber_id } = await sentMail(account)
  const [link = ''] = links
  const tracking = pixel.split('/').at(-1) ?? ''
  const forged = createCryptographer('some other secret, as long as it must be').signToken('click', [
    account.ctx.account_id,
    1,
    subscriber_id,
    1,
    'https://evil.example/',
  ])
  const base = 'http://localhost:3000'
  for (const path of [`/t/c/${forged}`, `/t/c/${tracking}`, `/t/c/${tracking}x/1`, `/t/c/${tracking}/99`, '/t/c/x/1']) {
    const answer = await visit(base + path)
    expect(answer.status, path).toBe(404)
    expect(answer.headers.get('location')).toBeNull()
  }
  for (const token of [tracking, `${unsubscribe.split('/').at(-1)}A`, 'x'.repeat(5000)]) {
    expect((await visit(`${base}/u/${token}`, { method: 'POST' })).status).toBe(404)
  }
  expect((await visit(`${base}/t/o/${tracking}x`)).status).toBe(200)
  expect((await reportOf(account, id)).funnel).toMatchObject({ opened: 0, clicked: 0 })
  expect((await visit(`${link}?url=https://evil.example/`)).headers.get('location')).toBe(
    'https://studio.example/a?x=1&y=2',
  )
  expect(await stateOf(account, subscriber_id)).toBe('active')
  const large = await visit(unsubscribe, { method: 'POST', body: 'x'.repeat(20_000) })
  expect(large.status).toBe(413)
})

test('a link with personal data counts as one link and redirects to the signed personal URL', async () => {
  const account = await testAccount()
  const content = '<p><a href="https://shop.example/?for={{ subscriber.email_address }}">shop</a></p>'
  const { id, links } = await sentMail(account, { content })
  const answer = await visit(links[0] ?? '')
  expect(answer.headers.get('location')).toBe('https://shop.example/?for=subscriber1%40example.net')
  const report = await reportOf(account, id)
  expect(report.links).toMatchObject([{ url: 'https://shop.example/?for={{ subscriber.email_address }}', clicks: 1 }])
})

test('tracking can be disabled for the account, for one email and for one subscriber [L6]', async () => {
  const account = await testAccount()
  await account.ctx.db.account.updateMany({ data: { open_tracking_enabled: false, click_tracking_enabled: false } })
  const untracked = await sentMail(account)
  expect(untracked.html).not.toContain('/t/')
  expect(untracked.html).toContain('href="https://studio.example/a?x=1&amp;y=2"')
  const report = await getBroadcastReport(account.ctx, { id: untracked.id })
  expect(report).toMatchObject({ open_tracking_disabled: true, click_tracking_disabled: true })

  const once = await testAccount()
  await once.ctx.db.account.updateMany({ data: { undo_seconds: 0 } })
  await addSubscribers(once, 1)
  const { broadcasts } = dashboard(once)
  const content = '<p><a href="https://studio.example/a">Read on</a></p>'
  const draft = await broadcasts.create({ subject: 'News', content, subscriber_filter: EVERYONE })
  await broadcasts.update({ id: draft.id, tracking_disabled: true })
  await broadcasts.send({ id: draft.id })
  const its_sink = await sendToSink()
  await sendAll(once, draft.id)
  const [its_message] = await Promise.all(its_sink.messages.map(parseMail))
  expect(its_message?.html).toContain('href="https://studio.example/a"')
  expect(its_message?.html).not.toContain('/t/')

  const partly = await testAccount()
  const sink = await sendToSink()
  const [untracked_id] = await addSubscribers(partly, 2)
  await partly.ctx.sql.run('update subscriber set tracking_disabled = true where account_id = $1 and id = $2', [
    untracked_id,
  ])
  await sendAll(partly, await startBroadcast(partly))
  const html_to = async (to: string) => {
    const mail = sink.messages.find((received) => received.to === to)
    return mail ? (await parseMail(mail)).html : undefined
  }
  expect(await html_to('subscriber1@example.net')).not.toContain('/t/')
  expect(await html_to('subscriber2@example.net')).toContain('/t/o/')
})

test('disabling tracking stops counting for emails already sent [L6]', async () => {
  const account = await testAccount()
  const { id, pixel, links } = await sentMail(account)
  await account.ctx.db.account.updateMany({ data: { open_tracking_enabled: false, click_tracking_enabled: false } })
  await visit(pixel)
  expect((await visit(links[0] ?? '')).status).toBe(302)
  expect((await reportOf(account, id)).funnel).toMatchObject({ opened: 0, clicked: 0 })
  expect(await account.ctx.db.engagement.count()).toBe(0)
})
