import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { POST as callProcedure } from '../app/api/trpc/[trpc]/route.ts'
import { addServerPseudoLocales, plainWords } from './build/texts/testing/pseudo-locales.ts'
import { serviceCtx } from './core/context.ts'
import { LOCALE_COOKIE, localeFor } from './core/locale/locales.ts'
import { inLocale } from './core/locale/scope.ts'
import { env } from './env.ts'
import { createHttp, drain } from './http/listener.ts'
import { listen } from './http/port.ts'
import { text } from './lib/locale/texts.ts'
import { CONFIRMATION_EMAIL } from './modules/forms/emails/confirmation-email.ts'
import { sendDueEmails } from './modules/forms/emails/send-due.ts'
import { FormSettings } from './modules/forms/settings-schema.ts'
import { emailResetLink, requestReset } from './modules/users/password-reset.ts'
import { STALE_LINK } from './modules/users/schema.ts'
import { restApp } from './rest/app.ts'
import { type TestAccount, testAccount } from './testing/account.ts'
import { api, key } from './testing/api.ts'
import { dashboard } from './testing/dashboard.ts'
import { addSubscribers, parseMail, sendAll, sendToSink, startBroadcast } from './testing/modules/sending.ts'
import { inbox, opened, serviceEmailsTo } from './testing/modules/service-emails.ts'
import { asVisitor, visitorHeaders } from './testing/visitor.ts'

// Texts that the server writes for subscribers and visitors are in the language of the account.

addServerPseudoLocales()
const BASE = 'http://localhost:3000'
const rest = restApp({ base_url: BASE, metrics_token: undefined })
const ENGLISH = localeFor({ chosen: 'en-GB' })
/** The creator's own texts. */
const OWN = ['Studio North', 'Storgata 1', '0155 Oslo', 'Norway', 'Nora', 'Coffee', 'Often']

/** Names of services, which no language translates. */
const NAMES = ['Facebook', 'LinkedIn', 'WhatsApp', 'Bluesky']

async function accountIn(language: string) {
  const account = await testAccount()
  const { account: settings } = dashboard(account)
  await settings.saveSettings({ ...(await settings.settings()), language })
  return account
}

function visitor() {
  const headers = visitorHeaders()
  return async (url: string, fields?: Record<string, string>, more: Record<string, string> = {}) => {
    const body = fields && { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await rest.request(new URL(url, BASE).href, { ...body, headers: { ...headers, ...more } })
    return { status: answer.status, text: await answer.text() }
  }
}

async function newForm(account: TestAccount) {
  const { forms, custom_fields } = dashboard(account)
  const often = await custom_fields.create({ label: 'Often', type: 'yes_no', choices: [] })
  const { id, uid } = await forms.create({ name: 'Footer', type: 'hosted', format: null })
  const settings = FormSettings.parse({
    ...((await account.ctx.db.form.findFirstOrThrow({ where: { id } })).settings as object),
    fields: [{ custom_field_id: null, is_required: true }, { custom_field_id: often.id }],
  })
  await account.ctx.db.form.updateMany({ where: { id }, data: { settings } })
  return { id, uid, field: often.name }
}

test.each(['en-XA', 'ar-XB'])(
  'a form, its answers and its emails are in the language of the account: %s',
  async (language) => {
    const account = await accountIn(language)
    const form = await newForm(account)
    const ask = visitor()
    // A separate address, because limits count an address across accounts.
    const email_address = `lin-${account.account_id}-${language}@example.net`
    const attributes = language === 'ar-XB' ? '<html lang="ar-XB" dir="rtl">' : '<html lang="en-XA">'

    const page = await ask(`/f/${form.uid}`)
    expect(page.text).toContain(attributes)
    expect(page.text).toContain('<option value="Yes">')
    expect(plainWords(page.text, OWN)).toEqual([])

    const refused = await ask(`/f/${form.uid}`, asVisitor(form.uid, { email_address: 'lin', [form.field]: 'perhaps' }))
    expect(refused.status).toBe(422)
    expect(plainWords(refused.text, [...OWN, 'perhaps'])).toEqual([])
    const json = await ask(`/f/${form.uid}`, asVisitor(form.uid, { email_address: 'lin' }), {
      accept: 'application/json',
    })
    expect(plainWords(JSON.parse(json.text).errors[0], OWN)).toEqual([])

    const step = await ask(`/f/${form.uid}`, { email_address, first_name: 'Nora' })
    expect(plainWords(step.text, OWN)).toEqual([])
    const script = await ask(`/f/${form.uid}/index.js`)
    expect(script.text.includes('"dir":"rtl"')).toBe(language === 'ar-XB')

    const thanks = await ask(`/f/${form.uid}`, asVisitor(form.uid, { email_address, first_name: 'Nora' }))
    expect(thanks.status).toBe(200)
    expect(plainWords(thanks.text, OWN)).toEqual([])
    const sink = await sendToSink()
    await sendDueEmails(account.ctx, CONFIRMATION_EMAIL, { work_ms: 10_000 })
    const [email] = await Promise.all(sink.messages.map(parseMail))
    expect(plainWords(email?.html ?? '', [...OWN, email?.subject ?? '-'])).toEqual([])
    expect(plainWords(`${email?.subject}\n${email?.text}`, OWN)).toEqual([])

    const link = email?.text?.split(/\s/).find((word) => word.includes('/confirm/')) ?? ''
    expect(plainWords((await ask(link)).text, OWN)).toEqual([])
    const confirmed = await ask(link, {})
    expect(confirmed.text).toContain(attributes)
    expect(plainWords(confirmed.text, OWN)).toEqual([])
  },
)

test('the preference and unsubscribe pages, and their emails, are in the language of the account', async () => {
  const account = await accountIn('ar-XB')
  const { email_address, token, page, post } = await opened(account)
  const read = async (answer: Response | Promise<Response>) => {
    const text = await (await answer).text()
    expect(text).toContain('dir="rtl"')
    expect(plainWords(text, OWN)).toEqual([])
    return text
  }
  await dashboard(account).tags.create({ name: 'Coffee' })
  await read(page())
  await read(post({ action: 'pause', days: '30' }))
  await read(post({ action: 'address', email_address: 'no address' }))
  await read(post({ action: 'copy' }))
  const emails = await serviceEmailsTo(email_address)
  expect(emails).toHaveLength(1)
  expect(plainWords(`${emails[0]?.subject}\n${emails[0]?.text}${emails[0]?.html}`, OWN)).toEqual([])
  const arrived = await (await inbox(account))(email_address)
  await read(page(arrived[0]?.link))
  await read(post({ action: 'unsubscribe' }))
  await read(post({ action: 'reason', reason: 'too_many' }))
  const ask = visitor()
  for (const fields of [undefined, { action: 'resubscribe' }, { action: 'unsubscribe' }])
    expect(plainWords((await ask(`/u/${token}`, fields)).text, OWN)).toEqual([])
})

test('the footer of an email is in the language of the account, not of its user, and so are the parts added to a message', async () => {
  const account = await accountIn('en-XA')
  await addSubscribers(account, 1)
  const sink = await sendToSink()
  const hidden = `{% if subscriber.city %}<a href="{{ unsubscribe_url }}">${'Ö'}</a> {{ address }}{% endif %}`
  for (const content of ['<p>Olé</p>', `<p>Olé</p>${hidden}`])
    await inLocale(ENGLISH, async () => sendAll(account, await startBroadcast(account, { subject: 'Olé', content })))
  const emails = await Promise.all(sink.messages.map(parseMail))
  expect(emails).toHaveLength(2)
  for (const { html = '', text = '' } of emails) {
    expect(html).toContain('lang="en-XA"')
    expect(html).not.toMatch(/>Unsubscribe<|>Email preferences</)
    expect(plainWords(text, [...OWN, 'Ol'])).toEqual([])
  }
})

test('a site and its posts are in the language of the account, with its dates', async () => {
  const account = await accountIn('ar-XB')
  const { posts, sites, purchases } = dashboard(account)
  const name = `site-${account.account_id}`
  await sites.save({ name })
  await purchases.saveProduct({ name: 'Coffee', price: 40, currency: 'usd', url: 'https://shop.example/x', pid: 'p-1' })
  const own_texts = [...OWN, 'ÖÖ', 'US$', name]
  for (const is_paid of [false, true]) {
    const title = is_paid ? 'Coffee' : 'Often'
    const { id } = await posts.create({
      title,
      content: '<p>ÖÖ</p><hr data-paywall=""><p>ÖÖ</p>',
      is_paid,
      topics: ['Often'],
    })
    await posts.publish({ id })
  }
  const ask = visitor()
  const site = `/@${name}`
  for (const path of ['', '?q=nothing', '?topic=Coffee', '/often', '/coffee', '/coffee?link=sent', '/access/x']) {
    const { text } = await ask(`${site}${path}`)
    expect(text, path).toContain('<html lang="ar-XB" dir="rtl">')
    expect(plainWords(text, [...own_texts, ...NAMES, 'nothing']), path).toEqual([])
  }
  const { time_zone: timeZone } = await account.ctx.db.account.findFirstOrThrow({ select: { time_zone: true } })
  const { published_at } = await account.ctx.db.post.findFirstOrThrow({ where: { slug: 'often' } })
  expect((await ask(`${site}/often`)).text).toContain(
    new Intl.DateTimeFormat('ar-XB', { dateStyle: 'long', timeZone }).format(published_at ?? undefined),
  )
})

test('emails to a user are in the language that they chose, whatever the account and the request have', async () => {
  const account = await accountIn('en-GB')
  await dashboard(account).users.chooseLanguage({ language: 'ar-XB' })
  const { email } = account
  await requestReset(serviceCtx(), { email_address: email, source: { ip: '198.51.100.7', user_agent: null } })
  await emailResetLink(serviceCtx(), { email_address: email })
  await inLocale(ENGLISH, () => dashboard(account).api_keys.create({ name: 'Coffee', scope: 'public' }))
  const emails = await serviceEmailsTo(email)
  expect(emails).toHaveLength(2)
  for (const { subject, text, html } of emails) {
    expect(html).toContain('<html lang="ar-XB" dir="rtl">')
    expect(plainWords(`${subject}\n${text}${html}`, [...OWN, 'Lind', 'Envoi', 'Unknown device', 'UTC'])).toEqual([])
  }
  await expect(dashboard(account).users.chooseLanguage({ language: 'xx' })).rejects.toThrow('from the list')
})

test('errors of the dashboard are in the language of the request, and those of the API in English', async () => {
  const account = await accountIn('ar-XB')
  const headers = { 'content-type': 'application/json', origin: env().APP_URL, ...visitorHeaders() }
  const refusal = async (path: string, input: object, language: string) => {
    const request = new Request(`${BASE}/api/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
    const answer = await inLocale(localeFor({ chosen: language }), () => callProcedure(request))
    return (await answer.json()).error.message as string
  }
  const reset = { token: 'x', password: 'vR7-moss-lantern' }
  expect(await refusal('users.resetPassword', reset, 'en-GB')).toBe(STALE_LINK)
  expect(plainWords(await refusal('users.resetPassword', reset, 'ar-XB'), [])).toEqual([])
  expect(plainWords(await refusal('users.requestReset', { email_address: 'no address' }, 'en-XA'), [])).toEqual([])
  const answer = await api('POST /v4/tags', key(account), { name: '' })
  expect(answer.body.errors).toEqual(["Name can't be blank"])

  // An error with values, from the same service.
  const restore = async (language: string) => {
    const { id } = await opened(account)
    const call = inLocale(localeFor({ chosen: language }), () =>
      dashboard(account).subscribers.restore({ id, reason: 'x' }),
    )
    return call.then(
      () => '',
      (error: Error) => error.message,
    )
  }
  expect(plainWords(await restore('ar-XB'), [])).toEqual([])
  expect(await restore('en-GB')).toBe('Only a bounced subscriber can be restored. This one is active.')

  // Over the socket, where a request gets its language: the API has none, whatever its client accepts.
  const page: RequestListener = (_, answer) => answer.end(text('Too many attempts.'))
  const server = createHttp(rest, page, { app_url: env().APP_URL })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const foreign = {
    'Accept-Language': 'ar-XB',
    Cookie: `${LOCALE_COOKIE}=ar-XB`,
    Authorization: `Bearer ${account.token}`,
  }
  const ask = async (path: string, more: RequestInit = {}) => {
    const init = { ...more, headers: { ...foreign, 'Content-Type': 'application/json' } }
    return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init)).text()
  }
  expect(plainWords(await ask('/settings'), [])).toEqual([])
  const callback = { tags: [{ name: 'Coffee' }], callback_url: 'http://10.0.0.7/x' }
  expect(JSON.parse(await ask('/v4/bulk/tags', { method: 'POST', body: JSON.stringify(callback) })).errors).toEqual([
    'callback_url is not a publicly reachable http(s) address',
  ])
})

test("English replaces an account's language that has no texts any more, and an unknown language is refused", async () => {
  const account = await testAccount()
  const { account: settings } = dashboard(account)
  await expect(settings.saveSettings({ ...(await settings.settings()), language: 'xx' })).rejects.toThrow(
    'from the list',
  )
  await account.ctx.db.account.updateMany({ data: { language: 'nl' } })
  const { page } = await opened(account)
  expect(await (await page()).text()).toContain('<html lang="en">')
})
