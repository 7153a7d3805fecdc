import { expect, test } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { createCryptographer } from '../../lib/crypto/crypto.ts'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
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
import { unsubscribeUrl } from '../delivery/tracking/tokens.ts'
import { sendServiceMail } from '../service-mail/service.ts'
import { upsertSubscriber } from '../subscribers/service.ts'
import { createTag } from '../tags/service.ts'
import { tagSubscribers } from '../tags/tagging.ts'

const BASE = 'http://localhost:3000'
const app = restApp({ base_url: BASE, metrics_token: undefined })

let sources = 0
/** A subscriber with the page of their link. */
async function opened(account: TestAccount, email_address = `lin${++sources}@example.net`) {
  const id = (await upsertSubscriber(account.ctx, { email_address })).value.id
  const token =
    unsubscribeUrl({ account_id: account.account_id, mail_id: 0, subscriber_id: id }).split('/').at(-1) ?? ''
  const page = (path = token) => app.request(`${BASE}/preferences/${path}`)
  const post = (fields: Record<string, string>, path = token) =>
    app.request(`${BASE}/preferences/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  const stored = () => account.ctx.db.subscriber.findFirst({ where: { id } })
  return { id, email_address, token, page, post, stored }
}

/** Sends the account's service emails and returns what arrived at an address, newest last. */
async function inbox(account: TestAccount) {
  const sink = await sendToSink()
  return async (address: string) => {
    const waiting = await unscoped().serviceMail.findMany({ where: { account_id: account.account_id, sent_at: null } })
    for (const { id } of waiting) await sendServiceMail(systemCtx(account.account_id), { service_mail_id: Number(id) })
    const emails = await Promise.all(sink.messages.filter(({ to }) => to === address).map(parseMail))
    return emails.map(({ subject, text = '' }) => ({
      subject,
      text,
      link: /\/preferences\/(confirm\/[\w-]+)/.exec(text)?.[1] ?? '',
    }))
  }
}

test('the page shows no full address, loads nothing and runs nothing, and a GET changes nothing [B5, S3]', async () => {
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

test('a forged or foreign link is answered alike and names no account [B5]', async () => {
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

test('a topic is withdrawn as easily as it was given, with events and consents in one transaction [L3, L4]', async () => {
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
  // A topic that the page did not show stays.
  await post({ action: 'topics' })
  expect(await account.ctx.db.tagging.count({ where: { subscriber_id: id } })).toBe(2)
})

test('emails in a pause are not sent, and the report says why [L4]', async () => {
  const account = await testAccount()
  const sink = await sendToSink()
  const [other] = await addSubscribers(account, 1)
  const { id, page, post, email_address } = await opened(account)
  expect(await (await post({ action: 'pause', days: '30' })).text()).toContain('Emails are paused until')
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

test('an address changes after the new one is confirmed, and the old one can take it back [L3]', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { id, post, page, stored, email_address } = await opened(account)
  const next = `new-${email_address}`
  expect((await post({ action: 'address', email_address: ` ${next.toUpperCase()} ` })).status).toBe(200)
  expect((await stored())?.email_address).toBe(email_address)
  const [mail] = await arrived(next)
  expect(await (await page(mail?.link)).text()).toContain(next)
  expect((await stored())?.email_address).toBe(email_address)
  expect((await post({}, mail?.link)).status).toBe(200)
  expect((await stored())?.email_address).toBe(next)
  expect((await post({}, mail?.link)).status).toBe(404)
  expect(
    await account.ctx.db.consent.findFirst({ where: { subscriber_id: id, source: 'double_opt_in' } }),
  ).toMatchObject({
    text: `Changed the address from ${email_address} to ${next}`,
  })
  const [notice] = await arrived(email_address)
  expect(notice?.subject).toContain('was changed')
  await post({}, notice?.link)
  expect((await stored())?.email_address).toBe(email_address)
})

test('asking for the address of another subscriber reveals and changes nothing', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const other = await opened(account)
  const { post, stored, email_address } = await opened(account)
  const unknown = await (await post({ action: 'address', email_address: 'someone@example.org' })).text()
  const known = await (await post({ action: 'address', email_address: other.email_address })).text()
  expect(known).toBe(unknown)
  expect(await arrived(other.email_address)).toMatchObject([{ subject: 'Your address for Studio North', link: '' }])
  const [late] = await arrived('someone@example.org')
  await upsertSubscriber(account.ctx, { email_address: 'someone@example.org' })
  const answer = await post({}, late?.link)
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('nothing was changed')])
  expect((await stored())?.email_address).toBe(email_address)
  expect(await (await post({ action: 'address', email_address: 'no address' })).text()).toContain(
    'Enter an email address',
  )
})

test('a copy and an erasure of data need a link that only the subscriber gets [L5]', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { post, page, stored, email_address } = await opened(account)
  await post({ action: 'copy' })
  await post({ action: 'erasure' })
  const [copy, erasure] = await arrived(email_address)
  const file = await post({}, copy?.link)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect((await file.json()).profile).toMatchObject({ email_address })
  expect(await (await page(erasure?.link)).text()).toContain('Erase your data?')
  expect(await stored()).not.toBeNull()
  expect(await (await post({}, erasure?.link)).text()).toContain('Your data is erased')
  expect(await stored()).toBeNull()
  expect(await (await page()).text()).toContain('You are not on this list')
  expect(await account.ctx.db.suppression.count({ where: { reason: 'erased' } })).toBe(1)
})

test('a link emailed by the preference page expires after a day', async () => {
  const account = await testAccount()
  const arrived = await inbox(account)
  const { post, email_address } = await opened(account)
  await post({ action: 'copy' })
  const [mail] = await arrived(email_address)
  await unscoped().preferenceRequest.updateMany({
    where: { account_id: account.account_id },
    data: { expires_at: new Date(Date.now() - 1) },
  })
  expect((await post({}, mail?.link)).status).toBe(404)
})

test('subscribers leave on the page, say why if they want, and the creator sees it [L2, L4]', async () => {
  const account = await testAccount()
  const { post, stored } = await opened(account)
  await post({ action: 'reason', reason: 'too_many' })
  expect(await dashboard(account).preferences.leaveReasons()).toMatchObject({ counts: { too_many: 0 } })
  expect(await (await post({ action: 'unsubscribe' })).text()).toContain('Why did you leave? (optional)')
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

test('the preference page cannot be used to fill an inbox', async () => {
  const account = await testAccount()
  const { post, email_address } = await opened(account)
  const statuses: number[] = []
  for (let times = 0; times < 6; times++) statuses.push((await post({ action: 'copy' })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await unscoped().serviceMail.count({ where: { to_address: email_address } })).toBe(5)
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
