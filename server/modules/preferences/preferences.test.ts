import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { createCryptographer } from '../../lib/crypto/crypto.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import {
  addSubscribers,
  ledgerRows,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../testing/modules/sending.ts'
import { opened } from '../../testing/modules/service-emails.ts'
import { unsubscribeUrl } from '../delivery/tracking/tokens.ts'
import { changeState } from '../subscribers/state/state.ts'
import { createTag } from '../tags/service.ts'
import { tagSubscribers } from '../tags/tagging.ts'

const BASE = 'http://localhost:3000'
const app = restApp({ base_url: BASE, metrics_token: undefined })

test('the page shows no full address, loads nothing, runs nothing, and changes nothing on GET [B5, S3]', async () => {
  const account = await testAccount()
  const { page, stored, email_address } = await opened(account)
  const before = await stored()
  const answer = await page()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
  )
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('set-cookie')).toBeNull()
  const text = await answer.text()
  expect(text).toContain('l••@example.net')
  expect(text).not.toContain(email_address)
  expect(text).not.toMatch(/<script|\son\w+=/)
  expect(await stored()).toEqual(before)
})

test('a forged link and another account’s link get the same response, which names no account [B5]', async () => {
  const account = await testAccount()
  const { token, post } = await opened(account)
  const forged = createCryptographer('some other secret, as long as it must be').signToken('unsubscribe', [
    account.account_id,
    0,
    1,
  ])
  for (const path of [forged, `${token}x`, 'x', `confirm/${token}`, 'confirm/x']) {
    for (const answer of [
      await app.request(`${BASE}/preferences/${path}`),
      await post({ action: 'unsubscribe' }, path),
    ]) {
      expect(answer.status, path).toBe(404)
      expect(await answer.text()).not.toContain('Studio North')
    }
  }
})

test('a topic is withdrawn as easily as it was given, with its events and consents in one transaction [L3, L4]', async () => {
  const account = await testAccount()
  const [news, events] = await Promise.all(
    ['news', 'events'].map(async (name) => (await createTag(account.ctx, { name })).value),
  )
  const hidden = (await createTag(account.ctx, { name: 'customer since 2019' })).value
  const { tags } = dashboard(account)
  for (const [tag, name] of [
    [news, 'Weekly news'],
    [events, 'Events <in> Oslo'],
  ] as const)
    await tags.saveTopic({ id: tag?.id ?? 0, name, description: 'About once a week' })
  expect(await tags.topics()).toMatchObject([{ name: 'Events <in> Oslo', tag_name: 'events' }, { name: 'Weekly news' }])
  const { id, page, post } = await opened(account)
  await tagSubscribers(account.ctx, {
    pairs: [
      { tag_id: news?.id ?? 0, subscriber_id: id },
      { tag_id: hidden.id, subscriber_id: id },
    ],
  })
  await subscribeTo(account.account_id, ['subscriber.tag_added', 'subscriber.tag_removed'])
  const text = await (await page()).text()
  expect(text).toContain('Events &lt;in&gt; Oslo')
  expect(text).not.toContain('customer since 2019')

  const shown = { [`shown_${news?.id}`]: '1', [`shown_${events?.id}`]: '1', [`shown_${hidden.id}`]: '1' }
  await post({ action: 'topics', ...shown, [`topic_${events?.id}`]: '1' })
  const on = await account.ctx.db.tagging.findMany({ where: { subscriber_id: id }, orderBy: { tag_id: 'asc' } })
  expect(on.map(({ tag_id }) => tag_id).sort()).toEqual([events?.id, hidden.id].sort())
  expect((await takeEvents(account.account_id)).map(({ type }) => type).sort()).toEqual([
    'subscriber.tag_added',
    'subscriber.tag_removed',
  ])
  const consents = await account.ctx.db.consent.findMany({ where: { subscriber_id: id, source: 'preferences' } })
  expect(consents.map((consent) => consent.text).sort()).toEqual([
    'Switched off: Weekly news',
    'Switched on: Events <in> Oslo',
  ])
  // A topic that was not on the page stays.
  await post({ action: 'topics' })
  expect(await account.ctx.db.tagging.count({ where: { subscriber_id: id } })).toBe(2)
})

test('emails during a pause are not sent, and the report says why [L4]', async () => {
  const account = await testAccount()
  const sink = await sendToSink()
  const [other] = await addSubscribers(account, 1)
  const { id, page, post, email_address } = await opened(account)
  expect(await (await post({ action: 'pause', days: '30' })).text()).toContain('Emails are paused until')
  // The same instant falls on a different day in each of these zones.
  const paused_until = new Date('2099-03-02T10:30:00Z')
  await account.ctx.db.subscriber.updateMany({ where: { id }, data: { paused_until } })
  for (const [time_zone, day] of [
    ['Pacific/Kiritimati', 'March 3, 2099'],
    ['Pacific/Pago_Pago', 'March 1, 2099'],
  ] as const) {
    await account.ctx.db.account.updateMany({ data: { time_zone } })
    expect(await (await page()).text()).toContain(`Emails are paused until ${day}.`)
  }
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  expect(sink.messages.map(({ to }) => to)).toEqual(['subscriber1@example.net'])
  expect(other).not.toBe(id)
  const rows = await account.ctx.db.delivery.findMany({ where: { subscriber_id: id } })
  expect(rows).toMatchObject([{ state: 'excluded', reason: 'paused' }])
  expect(await ledgerRows(account, broadcast_id)).toHaveLength(2)
  await post({ action: 'pause', days: '0' })
  await post({ action: 'pause', days: '100000' })
  await sendAll(account, await startBroadcast(account))
  expect(sink.messages.map(({ to }) => to)).toContain(email_address)
  expect(await (await page()).text()).not.toContain('paused until')
})

test('subscribers unsubscribe on the page and may say why, and the creator sees the reason [L2, L4]', async () => {
  const account = await testAccount()
  const { post, stored } = await opened(account)
  await post({ action: 'reason', reason: 'too_many' })
  expect(await dashboard(account).preferences.leaveReasons()).toMatchObject({ counts: { too_many: 0 } })
  const left = await (await post({ action: 'unsubscribe' })).text()
  expect(left).toContain('Why did you leave? (optional)')
  expect(left).toContain('>You are unsubscribed</h1>')
  expect(left).not.toContain('role="status"')
  expect((await stored())?.state).toBe('cancelled')
  expect(await (await post({ action: 'reason', reason: 'x' })).text()).toContain('Choose a reason')
  expect(await (await post({ action: 'reason', reason: 'too_many', comment: ' Daily is a lot. ' })).text()).toContain(
    'Thank you',
  )
  expect(await dashboard(account).preferences.leaveReasons()).toMatchObject({
    days: 90,
    counts: { too_many: 1, not_relevant: 0 },
    comments: [{ comment: 'Daily is a lot.', reason: 'too_many' }],
  })
  expect(await (await post({ action: 'resubscribe' })).text()).toContain('You are subscribed again.')
  expect((await stored())?.state).toBe('active')
})

test('the preference page cannot be used to flood an inbox', async () => {
  const account = await testAccount()
  const { post, email_address } = await opened(account)
  const statuses: number[] = []
  for (let times = 0; times < 6; times++) statuses.push((await post({ action: 'copy' })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(
    await unscoped().serviceMail.count({ where: { account_id: account.account_id, to_address: email_address } }),
  ).toBe(5)
})

test('every message links to the preference page beside the unsubscribe link', async () => {
  const account = await testAccount()
  const sink = await sendToSink()
  await addSubscribers(account, 1)
  await sendAll(account, await startBroadcast(account))
  const mail = sink.messages[0] && (await parseMail(sink.messages[0]))
  const [, token] = /\/u\/([\w-]+)/.exec(mail?.html ?? '') ?? []
  expect(mail?.html).toContain(`href="${BASE}/preferences/${token}"`)
  expect(mail?.text).toContain(`Email preferences: ${BASE}/preferences/${token}`)
  expect((await app.request(`${BASE}/preferences/${token}`)).status).toBe(200)
})

test('after a bounce or a complaint, the page does not claim that the subscriber is subscribed again', async () => {
  const account = await testAccount()
  for (const transition of ['bounce', 'complain'] as const) {
    const { id, post, stored } = await opened(account)
    await changeState(account.ctx, { ids: [id], transition, cause: 'bounce' })
    const text = await (await post({ action: 'resubscribe' })).text()
    expect(text).toContain('You cannot subscribe again here')
    expect(text).not.toContain('You are subscribed again')
    expect((await stored())?.state).not.toBe('active')
  }
})

test('the preference link of a test email says so and changes nothing', async () => {
  const { account_id } = await testAccount()
  const url = unsubscribeUrl({ account_id, mail_id: 0, subscriber_id: 0 }).replace('/u/', '/preferences/')
  for (const init of [{}, { method: 'POST', body: new URLSearchParams({ action: 'unsubscribe' }) }]) {
    const answer = await app.request(url, init)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('This was a test email')])
  }
})
