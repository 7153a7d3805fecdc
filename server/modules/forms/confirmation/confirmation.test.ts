import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { restApp } from '../../../rest/app.ts'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { header, sendToSink } from '../../../testing/modules/sending.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { CONFIRMATION_EMAIL } from '../emails/confirmation-email.ts'
import { sendDueEmails, sendStalledEmails } from '../emails/send-due.ts'
import { FormSettings } from '../settings-schema.ts'
import { addToForms } from '../subscriptions/subscriptions.ts'
import { confirmationUrl } from './tokens.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const ask = (path: string, init: RequestInit = {}) => app.request(`http://envoi.test${path}`, init)
const WORK = { work_ms: 10_000 }
const DAY_MS = 86_400_000

async function doubleOptIn(settings: object = {}) {
  const account = await testAccount()
  const { account_id, ctx } = account
  const form = await unscoped().form.create({
    data: {
      account_id,
      uid: randomBytes(5).toString('hex'),
      name: 'Footer',
      format: 'inline',
      settings: FormSettings.parse(settings),
    },
  })
  const addSubscriber = async (name: string, state: 'active' | 'inactive' = 'inactive') => {
    const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address: `${name}@example.net`, state } })
    return Number(id)
  }
  const add = (id: number) => api(`POST /v4/forms/${form.id}/subscribers/${id}`, key(account), [])
  const url = (subscriber_id: number) =>
    new URL(confirmationUrl({ account_id, form_id: form.id, subscriber_id })).pathname
  return { account, account_id, ctx, form, addSubscriber, add, url }
}

const caught = (account_id: number) => unscoped().caughtMail.findMany({ where: { account_id }, orderBy: { id: 'asc' } })
const confirmationEvents = async ({ account_id }: TestAccount) =>
  (await takeEvents(account_id)).filter(({ type }) => type === 'form.confirmations_requested').length

test('an inactive subscriber who is added gets one email in the creator’s name without list headers [B8, contract 8.7.4]', async () => {
  const { account, account_id, ctx, form, addSubscriber, add, url } = await doubleOptIn({
    accent_color: '#fde68a',
    confirmation: { subject: 'Bitte bestätigen', message: 'Eins <b>\n\nZwei', button_label: 'Ja, ich will' },
  })
  const id = await addSubscriber('lin')
  expect((await add(id)).status).toBe(201)
  expect(await confirmationEvents(account)).toBe(1)
  expect((await add(id)).status).toBe(200)
  expect(await confirmationEvents(account)).toBe(0)
  expect(await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)).toBe('finished')
  expect(await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)).toBe('finished')
  const emails = await caught(account_id)
  expect(emails).toMatchObject([{ mail_from: account.email, rcpt_to: 'lin@example.net' }])
  const mail = await PostalMime.parse(emails[0]?.raw ?? '')
  expect(mail).toMatchObject({ subject: 'Bitte bestätigen', from: { name: 'Nora', address: account.email } })
  expect(mail.text).toContain(
    `Ja, ich will:\n${new URL(confirmationUrl({ account_id, form_id: form.id, subscriber_id: id })).href}`,
  )
  expect(mail.text).toContain('Storgata 1, 0155 Oslo, Norway')
  expect(mail.html).toContain(url(id))
  expect(mail.html).toContain('Eins &lt;b&gt;')
  expect(mail.html).toContain('background:#fde68a;color:#111111')
  expect(mail.html).not.toContain('Envoi')
  expect(header(mail, 'Auto-Submitted')).toBe('auto-generated')
  for (const name of ['List-Unsubscribe', 'List-Id', 'Precedence']) expect(header(mail, name)).toBeUndefined()
  expect(await ctx.db.confirmation.findMany()).toMatchObject([
    { attempts: 1, sent_at: expect.any(Date), next_attempt_at: null, error: null },
  ])
})

test("a viewer cannot read a subscriber's caught confirmation link, and an editor can", async () => {
  const { account, ctx, addSubscriber, add } = await doubleOptIn()
  await add(await addSubscriber('lin'))
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  const mailOf = (role: 'editor' | 'viewer') => dashboard(account, withRole(account, role)).mail
  const [email] = (await mailOf('editor').list({})).rows
  expect(email?.to).toBe('lin@example.net')
  expect((await mailOf('viewer').list({})).rows).toEqual([])
  await expect(mailOf('viewer').get({ id: email?.id ?? 0 })).rejects.toThrow('Not Found')
})

test('active subscribers, and forms without double opt-in, get no confirmation email', async () => {
  const { account, account_id, ctx, form, addSubscriber, add } = await doubleOptIn()
  const active = await addSubscriber('active', 'active')
  await add(active)
  const single = await unscoped().form.create({
    data: { account_id, uid: randomBytes(5).toString('hex'), name: 'Single', double_opt_in: false },
  })
  await api(`POST /v4/forms/${single.id}/subscribers/${await addSubscriber('lin')}`, key(account), [])
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  expect(await caught(account_id)).toEqual([])
  expect(await ctx.db.formSubscription.count({ where: { form_id: form.id } })).toBe(1)
})

test('opening the link changes nothing, and its button activates the subscriber once, with proof of consent [B5, L3]', async () => {
  const { account_id, ctx, form, addSubscriber, add, url } = await doubleOptIn()
  const id = await addSubscriber('lin')
  await add(id)
  await subscribeTo(account_id, ['subscriber.activated'])
  for (const method of ['GET', 'HEAD']) {
    const look = await ask(url(id), { method })
    expect(look.status).toBe(200)
    expect(look.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(look.headers.get('referrer-policy')).toBe('no-referrer')
  }
  expect(await (await ask(url(id))).text()).toContain(`<form method="post" action="${env().BASE_URL}${url(id)}">`)
  const state = async () => (await ctx.db.subscriber.findFirstOrThrow({ where: { id } })).state
  expect(await state()).toBe('inactive')
  for (const expected of ['You are on the list', 'You are on the list']) {
    const done = await ask(url(id), { method: 'POST' })
    expect(done.status).toBe(200)
    expect(await done.text()).toContain(expected)
  }
  expect(await state()).toBe('active')
  expect(await (await ask(url(id))).text()).toContain('already')
  expect(await ctx.db.stateChange.findMany()).toMatchObject([
    { from_state: 'inactive', to_state: 'active', cause: 'confirmation' },
  ])
  expect(await ctx.db.consent.findMany()).toMatchObject([
    {
      source: 'double_opt_in',
      form_id: form.id,
      subscriber_id: BigInt(id),
      ip: expect.any(String),
      text: FormSettings.parse({}).consent_text,
      given_at: expect.any(Date),
    },
  ])
  expect((await takeEvents(account_id)).filter(({ type }) => type === 'subscriber.activated')).toMatchObject([
    { type: 'subscriber.activated', data: { subscriber: { id, state: 'active' } } },
  ])
  expect(await ctx.db.confirmation.findFirst()).toMatchObject({ confirmed_at: expect.any(Date), next_attempt_at: null })
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  expect(await caught(account_id)).toEqual([])
})

test('an old link does not resubscribe someone who unsubscribed, and does nothing for an unknown subscriber', async () => {
  const { ctx, addSubscriber, add, url } = await doubleOptIn()
  const id = await addSubscriber('lin')
  await add(id)
  await ask(url(id), { method: 'POST' })
  await ctx.db.subscriber.updateMany({ data: { state: 'cancelled', canceled_at: new Date() } })
  const back = await ask(url(id), { method: 'POST' })
  expect(await back.text()).toContain('You have unsubscribed')
  expect((await ctx.db.subscriber.findFirst())?.state).toBe('cancelled')
  expect(await (await ask(url(999_999_999), { method: 'POST' })).text()).toContain('You are not on this list')
})

test('a changed, truncated or foreign token is rejected [S6]', async () => {
  const { addSubscriber, add, url, ctx } = await doubleOptIn()
  const id = await addSubscriber('lin')
  await add(id)
  const token = url(id)
  const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  for (const path of [flipped, token.slice(0, -4), '/confirm/x', `/u/${token.slice('/confirm/'.length)}`])
    for (const method of ['GET', 'POST']) expect((await ask(path, { method })).status, path).toBe(404)
  expect((await ctx.db.subscriber.findFirst())?.state).toBe('inactive')
})

test('confirming redirects to the creator’s URL', async () => {
  const { addSubscriber, add, url } = await doubleOptIn({
    confirmation: { redirect_url: 'https://studio.example/guide.pdf?a=1' },
  })
  const id = await addSubscriber('lin')
  await add(id)
  const page = await ask(url(id))
  expect(page.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${env().BASE_URL} https://studio.example;`,
  )
  const done = await ask(url(id), { method: 'POST' })
  expect([done.status, done.headers.get('location')]).toEqual([303, 'https://studio.example/guide.pdf?a=1'])
})

test('without a confirmed sender confirmation emails wait, and fail after a week', async () => {
  const { account_id, ctx, addSubscriber, add } = await doubleOptIn()
  await ctx.db.sendingAddress.updateMany({ data: { status: 'pending' } })
  await add(await addSubscriber('lin'))
  expect(await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)).toBe('finished')
  expect(await ctx.db.confirmation.findFirst()).toMatchObject({ attempts: 0, next_attempt_at: expect.any(Date) })
  await ctx.db.sendingAddress.updateMany({ data: { status: 'confirmed' } })
  await sendStalledEmails(CONFIRMATION_EMAIL, { now: new Date() })
  expect(await caught(account_id)).toHaveLength(1)

  await ctx.db.sendingAddress.updateMany({ data: { status: 'pending' } })
  await add(await addSubscriber('mia'))
  await ctx.db.confirmation.updateMany({
    where: { sent_at: null },
    data: { requested_at: new Date(Date.now() - 8 * DAY_MS) },
  })
  await sendStalledEmails(CONFIRMATION_EMAIL, { now: new Date() })
  expect(await ctx.db.confirmation.findFirst({ where: { sent_at: null } })).toMatchObject({
    next_attempt_at: null,
    error: 'no confirmed sending address',
  })
})

test('a deferred confirmation is retried, and one to an unknown mailbox is not', async () => {
  const { ctx, addSubscriber, add } = await doubleOptIn()
  await sendToSink({
    onRecipient: (address) =>
      address.startsWith('gone') ? { code: 550, text: '5.1.1 no such user' } : { code: 451, text: '4.3.0 busy' },
  })
  const [busy, unknown] = [await addSubscriber('busy'), await addSubscriber('gone')]
  await add(busy)
  await add(unknown)
  const before = Date.now()
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  const row = (id: number) => ctx.db.confirmation.findFirstOrThrow({ where: { subscriber_id: id } })
  expect(await row(unknown)).toMatchObject({
    next_attempt_at: null,
    sent_at: null,
    error: expect.stringContaining('550'),
  })
  const waiting = await row(busy)
  expect(waiting).toMatchObject({ sent_at: null, error: expect.stringContaining('451') })
  expect(+(waiting.next_attempt_at ?? 0)).toBeGreaterThan(before + 60_000)
})

test('a confirmation that is refused because of the sender is retried', async () => {
  const { ctx, addSubscriber, add } = await doubleOptIn()
  const sink = await sendToSink({
    onRecipient: () => ({ code: 550, text: 'Service unavailable; client host blocked using zen.spamhaus.org' }),
  })
  await add(await addSubscriber('lin'))
  const before = Date.now()
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  const refused = await ctx.db.confirmation.findFirstOrThrow()
  expect(refused).toMatchObject({ sent_at: null, error: expect.stringContaining('zen.spamhaus.org') })
  expect(+(refused.next_attempt_at ?? 0)).toBeGreaterThan(before + 60_000)
  sink.behavior = {}
  await sendDueEmails({ ...ctx, now: () => refused.next_attempt_at ?? new Date() }, CONFIRMATION_EMAIL, WORK)
  expect(sink.messages.map(({ to }) => to)).toEqual(['lin@example.net'])
  expect(await ctx.db.confirmation.findFirst()).toMatchObject({ next_attempt_at: null, error: null })
})

test('unsubscribed, already confirmed and suppressed subscribers get no confirmation email', async () => {
  const { account_id, ctx, addSubscriber, add } = await doubleOptIn()
  const ids = [await addSubscriber('left'), await addSubscriber('sure'), await addSubscriber('erased')]
  for (const id of ids) await add(id)
  await ctx.db.subscriber.updateMany({ where: { id: ids[0] }, data: { state: 'cancelled', canceled_at: new Date() } })
  await ctx.db.subscriber.updateMany({ where: { id: ids[1] }, data: { state: 'active' } })
  await ctx.db.suppression.create({
    data: { account_id, address_hash: suppressionHash(account_id, 'erased@example.net'), reason: 'erased' },
  })
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  expect(await caught(account_id)).toEqual([])
  expect(await ctx.db.confirmation.count({ where: { next_attempt_at: null, error: 'no longer needed' } })).toBe(3)
})

test('several processes send each confirmation once', async () => {
  const { account_id, ctx, form, addSubscriber } = await doubleOptIn()
  const ids = await Promise.all(Array.from({ length: 120 }, (_, n) => addSubscriber(`p${n}`)))
  await addToForms(ctx, { additions: ids.map((subscriber_id) => ({ form_id: form.id, subscriber_id })) })
  await Promise.all([
    sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK),
    sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK),
    sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK),
  ])
  const receivers = (await caught(account_id)).map(({ rcpt_to }) => rcpt_to)
  expect(receivers).toHaveLength(120)
  expect(new Set(receivers).size).toBe(120)
})

test('a sign-up gets one email, and another after a day or after resubscribing', async () => {
  const { account_id, ctx, form, url } = await doubleOptIn()
  const body = new URLSearchParams(asVisitor(form.uid, { email_address: `a${form.uid}@example.net` }))
  const post = () => ask(`/f/${form.uid}`, { method: 'POST', body })
  expect(await (await post()).text()).toContain('Check your inbox')
  await post()
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  await post()
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  expect(await caught(account_id)).toHaveLength(1)
  await ctx.db.confirmation.updateMany({ data: { requested_at: new Date(Date.now() - DAY_MS - 1000) } })
  await post()
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  expect(await caught(account_id)).toHaveLength(2)
  const { id } = await ctx.db.subscriber.findFirstOrThrow()
  await ask(url(Number(id)), { method: 'POST' })
  await ctx.db.subscriber.updateMany({ data: { state: 'cancelled', canceled_at: new Date() } })
  await post()
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  expect(await caught(account_id)).toHaveLength(3)
  expect((await ctx.db.subscriber.findFirst())?.state).toBe('inactive')
})

test('a signed link works only in its own account [S11]', async () => {
  const [own, other] = [await doubleOptIn(), await doubleOptIn()]
  const id = await own.addSubscriber('lin')
  await own.add(id)
  const foreign = new URL(confirmationUrl({ account_id: other.account_id, form_id: own.form.id, subscriber_id: id }))
    .pathname
  expect(await (await ask(foreign, { method: 'POST' })).text()).toContain('You are not on this list')
  expect((await own.ctx.db.subscriber.findFirst())?.state).toBe('inactive')
})
