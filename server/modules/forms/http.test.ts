import { randomBytes } from 'node:crypto'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount } from '../../testing/account.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { asVisitor } from '../../testing/visitor.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { suppressionHash } from '../subscribers/state/suppression.ts'
import { FormSettings } from './settings-schema.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

async function openForm(data: Record<string, unknown> = {}, options: Parameters<typeof testAccount>[0] = {}) {
  const account = await testAccount(options)
  const { account_id } = account
  const { settings = {}, ...columns } = data as { settings?: object }
  const form = await unscoped().form.create({
    data: {
      account_id,
      uid: randomBytes(5).toString('hex'),
      name: 'Footer',
      format: 'inline',
      double_opt_in: false,
      settings: FormSettings.parse(settings),
      ...columns,
    },
  })
  // A source address for each form, because limits count per source.
  const from = `203.0.113.${++line}`
  const ask = (path: string, init: RequestInit = {}) =>
    app.request(`http://envoi.test${path}`, init, { incoming: { socket: { remoteAddress: from } } })
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(`/f/${form.uid}`, { method: 'POST', body: new URLSearchParams(asVisitor(form.uid, fields)), headers })
  const json = async (fields: Record<string, string>) => {
    const response = await post(fields, { Accept: 'application/json', Origin: 'https://site.example' })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const findSubscriber = (email_address: string) =>
    unscoped().subscriber.findFirst({ where: { account_id, email_address } })
  return { account, account_id, form, from, ask, post, json, findSubscriber, ctx: account.ctx }
}

test('the hosted page has no script, loads nothing and escapes everything', async () => {
  const { ask, form } = await openForm({
    type: 'hosted',
    format: null,
    settings: {
      heading: '<script>alert(1)</script>',
      description: 'a\n\nb <img src=x onerror=alert(1)>',
      ask_first_name: true,
    },
  })
  const response = await ask(`/f/${form.uid}?utm_source=%22%3E%3Cscript%3E`)
  const page = await response.text()
  expect(response.status).toBe(200)
  // The one script is ours, and has no text of the form in it.
  expect(page.match(/<script[^<]*<\/script>/g)).toEqual([
    `<script async src="${env().PUBLIC_URL}/f/forms.js"></script>`,
  ])
  expect(page).not.toMatch(/<img|<script>/)
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('name="first_name"')
  expect(page).toContain(`name="referrer" value="${env().BASE_URL}/f/${form.uid}?utm_source=%22%3E%3Cscript%3E"`)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src ${env().PUBLIC_URL}/f/forms.js; connect-src ${env().PUBLIC_URL}`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('a sign-up on a landing page stores record, attribution and consent, and emits events', async () => {
  const settings = { ask_first_name: true }
  const { account_id, form, from, post, ctx } = await openForm({
    type: 'hosted',
    format: null,
    name: 'Kiln opening',
    settings,
  })
  await subscribeTo(account_id, ['subscriber.created', 'subscriber.activated', 'subscriber.subscribed_to_form'])
  const referrer = `http://envoi.test/f/${form.uid}?utm_source=instagram&utm_campaign=kiln`
  const response = await post({ email_address: ' Lin@Example.NET ', first_name: 'Lin', referrer })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('You are on the list.')
  const subscriber = await ctx.db.subscriber.findFirstOrThrow({ where: { email_address: 'lin@example.net' } })
  expect(subscriber).toMatchObject({
    first_name: 'Lin',
    state: 'active',
    source_type: 'form_subscription',
    source_name: 'Kiln opening',
    source_mechanism: 'landing_page',
    source_form_id: form.id,
    referrer,
    utm_source: 'instagram',
    utm_campaign: 'kiln',
    utm_medium: null,
  })
  expect(await ctx.db.consent.findMany()).toMatchObject([
    { source: 'form', form_id: form.id, ip: from, text: FormSettings.parse({}).consent_text },
  ])
  expect(await ctx.db.stateChange.findMany()).toMatchObject([{ from_state: null, to_state: 'active', cause: 'form' }])
  expect(await ctx.db.formSubscription.findMany()).toMatchObject([{ referrer, utm_source: 'instagram' }])
  expect((await takeEvents(account_id)).map(({ type }) => type)).toEqual([
    'subscriber.created',
    'subscriber.activated',
    'subscriber.subscribed_to_form',
  ])
})

test('the embed posts from any site, and a browser can read the response', async () => {
  const { form, ask, json, findSubscriber } = await openForm()
  const preflight = await ask(`/f/${form.uid}`, { method: 'OPTIONS', headers: { Origin: 'https://site.example' } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  const { status, headers, body } = await json({ email_address: 'lin@example.net', referrer: 'https://site.example/a' })
  expect({ status, body }).toMatchObject({ status: 200, body: { message: 'You are on the list.', redirect_url: null } })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(await findSubscriber('lin@example.net')).toMatchObject({
    referrer: 'https://site.example/a',
    source_mechanism: null,
  })
})

test("index.js is one valid script with the form's texts as data", async () => {
  const { ask, form } = await openForm({ settings: { heading: '</script><b>"\u2028' } })
  const response = await ask(`/f/${form.uid}/index.js`)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const script = await response.text()
  expect(() => new Script(script)).not.toThrow()
  expect(script).not.toContain('</script><b>')
  expect(script).toContain(form.uid)
  await unscoped().form.updateMany({ where: { uid: form.uid }, data: { status: 'archived' } })
  const closed = await ask(`/f/${form.uid}/index.js`)
  expect([closed.status, await closed.text()]).toEqual([200, '// This form is closed.\n'])
})

test('the response is the same for new, known, unsubscribed and suppressed addresses [S7]', async () => {
  for (const double_opt_in of [false, true]) {
    const { account_id, json } = await openForm({ double_opt_in })
    const db = unscoped()
    const states = ['active', 'inactive', 'bounced', 'complained', 'cancelled'] as const
    for (const state of states) {
      const canceled_at = state === 'cancelled' ? new Date() : null
      await db.subscriber.create({ data: { account_id, email_address: `${state}@example.net`, state, canceled_at } })
    }
    await db.suppression.create({
      data: { account_id, address_hash: suppressionHash(account_id, 'erased@example.net'), reason: 'erased' },
    })
    const answers = []
    for (const name of ['new', 'erased', ...states]) {
      const { status, body } = await json({ email_address: `${name}@example.net` })
      answers.push(JSON.stringify({ status, body }))
    }
    expect(new Set(answers).size).toBe(1)
    const after = await db.subscriber.findMany({ where: { account_id }, orderBy: { id: 'asc' } })
    expect(after.map(({ email_address, state }) => `${email_address.split('@')[0]} ${state}`)).toEqual([
      'active active',
      'inactive inactive',
      'bounced bounced',
      'complained complained',
      double_opt_in ? 'cancelled inactive' : 'cancelled active',
      double_opt_in ? 'new inactive' : 'new active',
    ])
  }
})

test('an unsubscribed subscriber can sign up again, with a new consent and event [contract 8.2.2]', async () => {
  const { account_id, json, ctx, form } = await openForm()
  const { id } = await ctx.db.subscriber.create({
    data: {
      account_id,
      email_address: 'lin@example.net',
      state: 'cancelled',
      canceled_at: new Date(),
      source_type: 'manual',
    },
  })
  await subscribeTo(account_id, ['subscriber.created', 'subscriber.activated'])
  await json({ email_address: 'lin@example.net' })
  await json({ email_address: 'lin@example.net' })
  expect(await ctx.db.subscriber.findFirst()).toMatchObject({
    state: 'active',
    canceled_at: null,
    source_type: 'manual',
  })
  const events = (await takeEvents(account_id)).map(({ type }) => type)
  expect(events.filter((type) => type !== 'subscriber.became_mailable')).toEqual(['subscriber.activated'])
  expect(await ctx.db.consent.findMany()).toMatchObject([{ subscriber_id: id, source: 'form', form_id: form.id }])
})

test('a form accepts only the fields it asks for', async () => {
  const { form, json, ctx } = await openForm()
  const city = (await createCustomField(ctx, { label: 'City' })).value
  const food = (await createCustomField(ctx, { label: 'Food' })).value
  const given = { first_name: 'Ann', [city.name]: 'Oslo', [food.name]: 'Soup', service_field_999_x: 'unknown' }
  await json({ email_address: 'ann@example.net', ...given })
  expect(await ctx.db.subscriber.findFirst()).toMatchObject({ first_name: null, fields: {} })

  const settings = FormSettings.parse({ ask_first_name: true, custom_field_ids: [city.id] })
  await unscoped().form.update({ where: { uid: form.uid }, data: { settings } })
  await json({ email_address: 'new@example.net', ...given, first_name: 'N'.repeat(400) })
  expect(await ctx.db.subscriber.findFirst({ where: { email_address: 'new@example.net' } })).toMatchObject({
    first_name: 'N'.repeat(255),
    fields: { city: 'Oslo' },
  })
})

test('an invalid address is rejected on the form, which keeps the entered values', async () => {
  const { json, post, ctx } = await openForm({ settings: { ask_first_name: true } })
  for (const email_address of ['', 'no', 'a@b', 'a@b.example\r\nBcc: x@y.example', '<script>@x.example'])
    expect(await json({ email_address })).toMatchObject({ status: 422, body: { errors: ['Email address is invalid'] } })
  const response = await post({ email_address: '"><script>', first_name: 'Lin' })
  const page = await response.text()
  expect(response.status).toBe(422)
  expect(page).toContain('Email address is invalid')
  expect(page).toContain('value="Lin"')
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect(page).not.toContain('<script>')
  expect(await ctx.db.subscriber.count()).toBe(0)
})

test('unexpected types, NULs, broken surrogates and large bodies cause no server error', async () => {
  const { form, ask, post, json, ctx } = await openForm({ settings: { ask_first_name: true } })
  const send = (body: string | FormData, type?: string) =>
    ask(`/f/${form.uid}`, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json', ...(type ? { 'Content-Type': type } : {}) },
    })
  expect((await send('{"email_address":"a@b.example"}', 'application/json')).status).toBe(422)
  expect((await send('%%%', 'application/x-www-form-urlencoded')).status).toBe(422)
  expect((await send('garbage', 'multipart/form-data; boundary=x')).status).toBe(422)
  expect((await send('', 'text/plain')).status).toBe(422)
  expect((await send(`x=${'y'.repeat(70_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413)
  const multipart = new FormData()
  multipart.set('email_address', 'multi@example.net')
  multipart.set('first_name', new Blob(['x']), 'x.txt')
  expect((await send(multipart)).status).toBe(200)
  expect((await json({ email_address: 'nul@example.net', first_name: 'a\0b\ud800', referrer: '\0' })).status).toBe(200)
  expect((await post({ email_address: 'a@example.net' }, { Referer: 'http://[::bad' })).status).toBe(200)
  expect((await ctx.db.subscriber.findFirst({ where: { email_address: 'nul@example.net' } }))?.first_name).toBe(
    'ab\ufffd',
  )
  for (const uid of ['unknown', '%00', '..%2f..', 'x'.repeat(500), "' or 1=1"])
    expect((await ask(`/f/${encodeURIComponent(uid)}`)).status).toBe(404)
})

test('bots that fill in the hidden field are thanked and ignored', async () => {
  const { json, ctx } = await openForm()
  expect((await json({ email_address: 'bot@example.net', website: 'http://spam.example' })).status).toBe(200)
  expect(await ctx.db.subscriber.count()).toBe(0)
})

test('repeated sign-ups of one address are rate limited', async () => {
  const { json } = await openForm()
  for (let n = 0; n < 5; n++) expect((await json({ email_address: 'lin@example.net' })).status).toBe(200)
  const { status, headers, body } = await json({ email_address: 'LIN@example.net' })
  expect(status).toBe(429)
  expect(body.errors[0]).toMatch(/^Too many attempts/)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await json({ email_address: 'other@example.net' })).status).toBe(200)
})

test('a full plan closes the form for all addresses alike', async () => {
  const { account_id, json, post, ctx } = await openForm({}, { subscriber_limit: 1 })
  await ctx.db.subscriber.create({ data: { account_id, email_address: 'lin@example.net' } })
  const closed = { status: 403, body: { errors: ['This form does not accept new subscribers right now.'] } }
  expect(await json({ email_address: 'lin@example.net' })).toMatchObject(closed)
  expect(await json({ email_address: 'new@example.net' })).toMatchObject(closed)
  expect((await post({ email_address: 'new@example.net' })).status).toBe(403)
})

test('archived and trashed forms are closed, and active ones redirect to the creator’s URL', async () => {
  const { form, post, json, ask, ctx } = await openForm({ settings: { redirect_url: 'https://studio.example/thanks' } })
  const page = await ask(`/f/${form.uid}`)
  expect(page.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${env().BASE_URL} https://studio.example;`,
  )
  const response = await post({ email_address: 'lin@example.net' })
  expect([response.status, response.headers.get('location')]).toEqual([303, 'https://studio.example/thanks'])
  expect((await json({ email_address: 'lin@example.net' })).body.redirect_url).toBe('https://studio.example/thanks')
  for (const status of ['archived', 'trashed'] as const) {
    await ctx.db.form.updateMany({ data: { status } })
    expect((await ask(`/f/${form.uid}`)).status).toBe(404)
    expect((await json({ email_address: 'new@example.net' })).status).toBe(404)
  }
  expect(await ctx.db.subscriber.count()).toBe(1)
})

test('concurrent sign-ups of one address create one subscriber with one consent', async () => {
  const { json, ctx } = await openForm({ double_opt_in: true })
  const answers = await Promise.all(Array.from({ length: 5 }, () => json({ email_address: 'lin@example.net' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await ctx.db.subscriber.count()).toBe(1)
  expect(await ctx.db.formSubscription.count()).toBe(1)
  expect(await ctx.db.consent.count()).toBe(1)
  expect(await ctx.db.confirmation.count()).toBe(1)
})
