import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { later } from '../../testing/clock.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { asVisitor, visitorHeaders } from '../../testing/visitor.ts'
import { confirmationUrl } from '../forms/confirmation/tokens.ts'

const BASE_URL = 'http://localhost:3000'
const rest = restApp({ base_url: BASE_URL, metrics_token: undefined })

/** Returns an account that can be recommended, with its site's form. */
async function creator({ is_open = true, double_opt_in = false, name = '' } = {}) {
  const account = await testAccount()
  const { forms, recommendations } = dashboard(account)
  const form = await forms.create({ name: 'Welcome', type: 'hosted', format: null })
  await unscoped().form.updateMany({
    where: { account_id: account.account_id, id: form.id },
    data: { double_opt_in },
  })
  await unscoped().account.update({
    where: { id: account.account_id },
    data: { name: name || `Creator ${account.account_id}` },
  })
  await recommendations.saveOpen({ is_open, pitch: 'Emails about wood' })
  return { account, form, id: account.account_id, name: name || `Creator ${account.account_id}` }
}

type Made = Awaited<ReturnType<typeof creator>>
const recommends = (from: Made, to: Made, note: string | null = null) =>
  dashboard(from.account).recommendations.add({ creator_id: to.id, note })

/** Returns a visitor who can sign up with an account and open its page. */
function visitor(email_address = `lin${Math.random().toString(36).slice(2)}@example.net`) {
  const headers = visitorHeaders()
  const post = async (url: string, fields: Record<string, string>, accept = '*/*') => {
    const answer = await rest.request(url, {
      method: 'POST',
      headers: { ...headers, accept },
      body: new URLSearchParams(fields),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const signUp = ({ form }: Made, { path = '', accept }: { path?: string; accept?: string } = {}) =>
    post(`${BASE_URL}/f/${form.uid}${path}`, asVisitor(form.uid, { email_address }), accept)
  const choose = (page: string, ...chosen: Made[]) => {
    const [, action = ''] = /action="(http[^"]*\/f\/recommended\/[\w-]*)"/.exec(page) ?? []
    return post(action, Object.fromEntries(chosen.map(({ id }) => [`creator_${id}`, '1'])))
  }
  return { email_address, post, signUp, choose }
}

async function subscriberOf({ ctx }: TestAccount, email_address: string) {
  const found = await ctx.db.subscriber.findFirst({ where: { email_address }, select: { id: true, state: true } })
  if (!found) return null
  const consents = await ctx.db.consent.findMany({
    where: { subscriber_id: found.id },
    select: { source: true, text: true, form_id: true },
  })
  return { state: found.state, consents }
}

test('recommending requires both sides: a creator who is not open can be neither found nor recommended', async () => {
  const [from, closed] = [await creator(), await creator({ is_open: false })]
  const open = await creator()
  const { recommendations } = dashboard(from.account)
  expect(await recommendations.find({ search: closed.name })).toEqual([])
  await expect(recommends(from, closed)).rejects.toThrow('not open')
  await expect(recommends(from, from)).rejects.toThrow('not open')
  expect(await recommendations.find({ search: open.name.toUpperCase() })).toMatchObject([
    { id: open.id, name: open.name, words: 'Emails about wood' },
  ])
  expect((await recommends(from, open, 'My favorite')).recommended).toMatchObject([
    { id: open.id, note: 'My favorite', shown: 0, sign_ups: 0, problem: null },
  ])
  expect(await recommendations.find({ search: open.name })).toEqual([])
  // No one can sign up without a form.
  await dashboard(open.account).forms.setStatus({ id: open.form.id, status: 'archived' })
  expect((await recommendations.get()).recommended[0]?.problem).toContain('cannot be recommended')
  expect((await dashboard(open.account).recommendations.get()).problem).toContain('Create an inline form')
  expect((await visitor().signUp(from)).text).not.toContain('also recommends')
  // Visitors cannot find an unpublished landing page, or a form that the site does not show.
  const { forms, sites } = dashboard(open.account)
  const page = await forms.landing.create({ name: 'Course', template: 'course' })
  expect((await recommendations.get()).recommended[0]?.problem).toContain('cannot be recommended')
  await forms.landing.publish({ id: page.id, version: 1 })
  expect((await recommendations.get()).recommended[0]?.problem).toBeNull()
  await sites.save({ has_form: false })
  expect((await recommendations.get()).recommended[0]?.problem).toContain('cannot be recommended')
})

test('a visitor chooses creators after signing up, with none preselected, and each list gets its own consent', async () => {
  const from = await creator()
  const [one, confirmed, other] = [await creator(), await creator({ double_opt_in: true }), await creator()]
  for (const to of [one, confirmed, other]) await recommends(from, to, to === one ? 'Reads like a walk' : null)
  const lin = visitor()
  const page = await lin.signUp(from)
  expect(page.text).toContain(`${from.name} also recommends`)
  expect(page.text).toContain('Reads like a walk')
  expect(page.text).not.toContain('checked')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await subscriberOf(one.account, lin.email_address)).toBeNull()

  const answer = await lin.choose(page.text, one, confirmed)
  expect(answer.text).toContain(one.name)
  expect(await subscriberOf(one.account, lin.email_address)).toMatchObject({
    state: 'active',
    consents: [{ source: 'form', text: `Yes, I want emails from ${one.name}.`, form_id: one.form.id }],
  })
  expect(await subscriberOf(confirmed.account, lin.email_address)).toMatchObject({ state: 'inactive' })
  expect(await confirmed.account.ctx.db.confirmation.count()).toBe(1)
  expect(await subscriberOf(other.account, lin.email_address)).toBeNull()

  // Both sides see figures, and the subscriber's origin is recorded.
  const { recommended } = await dashboard(from.account).recommendations.get()
  expect(recommended.map(({ shown, sign_ups }) => [shown, sign_ups])).toEqual([
    [1, 1],
    [1, 1],
    [1, 0],
  ])
  expect((await dashboard(one.account).recommendations.get()).recommenders).toMatchObject([
    { id: from.id, name: from.name, shown: 1, sign_ups: 1, is_blocked: false },
  ])
  const { body } = await api('GET /v4/subscribers?include=attribution', key(one.account))
  expect(body.subscribers[0].attribution).toMatchObject({ source_mechanism: 'recommendations' })
})

test('a confirmed address sees creators too, and an unconfirmed link shows none', async () => {
  const [from, to] = [await creator({ double_opt_in: true }), await creator()]
  await recommends(from, to)
  const lin = visitor()
  await lin.signUp(from)
  const subscriber = await from.account.ctx.db.subscriber.findFirst({ where: { email_address: lin.email_address } })
  const url = confirmationUrl({ account_id: from.id, form_id: from.form.id, subscriber_id: Number(subscriber?.id) })
  expect(await (await rest.request(url)).text()).not.toContain('also recommends')
  const page = await lin.post(url, {})
  expect(page.text).toContain(`${from.name} also recommends`)
  await lin.choose(page.text, to)
  expect(await subscriberOf(to.account, lin.email_address)).toMatchObject({ state: 'active' })
})

test('a choice reaches only creators who are still recommended, within an hour', async () => {
  const from = await creator()
  const [shown, stranger, blocking, suspended] = [await creator(), await creator(), await creator(), await creator()]
  for (const to of [shown, blocking, suspended]) await recommends(from, to)
  const lin = visitor()
  const page = await lin.signUp(from)
  await dashboard(blocking.account).recommendations.block({ creator_id: from.id, is_blocked: true })
  await unscoped().account.update({ where: { id: suspended.id }, data: { sending_disabled: true } })
  await lin.choose(page.text, shown, stranger, blocking, suspended)
  for (const { account } of [stranger, blocking, suspended])
    expect(await subscriberOf(account, lin.email_address)).toBeNull()
  expect(await subscriberOf(shown.account, lin.email_address)).not.toBeNull()
  // The next visitor does not see them either, and a suspended account recommends no one.
  const next = await visitor().signUp(from)
  expect(next.text.match(/type="checkbox"/g)).toHaveLength(1)
  expect((await dashboard(from.account).recommendations.get()).recommended.map(({ problem }) => problem)).toEqual([
    null,
    expect.stringContaining('do not want'),
    expect.stringContaining('at the moment'),
  ])
  await unscoped().account.update({ where: { id: from.id }, data: { sending_disabled: true } })
  expect((await visitor().signUp(from)).text).not.toContain('also recommends')
  expect((await lin.post(`${BASE_URL}/f/recommended/forged`, { [`creator_${shown.id}`]: '1' })).status).toBe(404)
  later(3_600_000)
  expect((await lin.choose(page.text, shown)).status).toBe(404)
})

test('forms on other sites and in frames show creators too, and the choice opens on a separate page', async () => {
  const [from, to] = [await creator(), await creator()]
  await recommends(from, to)
  const lin = visitor()
  const framed = await lin.signUp(from, { path: '/frame' })
  expect(framed.text).toContain(' target="_blank"><h2>')
  const ada = visitor()
  const embedded = await ada.signUp(from, { accept: 'application/json' })
  const { html, redirect_url } = JSON.parse(embedded.text)
  expect(redirect_url).toBeNull()
  expect(html).toContain('<style>.creators{')
  expect(html).toContain(' target="_blank"><h2>')
  expect((await ada.choose(html, to)).text).toContain('You signed up for emails from')
  expect(await subscriberOf(to.account, ada.email_address)).not.toBeNull()
  // A form that redirects elsewhere shows none.
  await from.account.ctx.db.form.updateMany({
    where: { uid: from.form.uid },
    data: { settings: { redirect_url: 'https://studio.example/thanks' } },
  })
  const redirected = await visitor().signUp(from, { accept: 'application/json' })
  expect(JSON.parse(redirected.text)).toMatchObject({ redirect_url: 'https://studio.example/thanks' })
  expect(redirected.text).not.toContain('creators')
})

test('a choice respects full plans and unsubscribed addresses', async () => {
  const from = await creator()
  const [full, left] = [await creator(), await creator()]
  for (const to of [full, left]) await recommends(from, to)
  const lin = visitor()
  await lin.signUp(left)
  await left.account.ctx.db.subscriber.updateMany({
    where: { email_address: lin.email_address },
    data: { state: 'complained' },
  })
  await unscoped().account.update({ where: { id: full.id }, data: { subscriber_limit: 0, has_own_limit: true } })
  const page = await lin.signUp(from)
  const answer = await lin.choose(page.text, full, left)
  expect(answer.text).toContain(`${full.name} can’t take new subscribers`)
  expect(await subscriberOf(full.account, lin.email_address)).toBeNull()
  expect(await subscriberOf(left.account, lin.email_address)).toMatchObject({ state: 'complained' })
})

test('recommended creators can be sorted, annotated, removed while their figures stay, and blocked', async () => {
  const from = await creator()
  const [one, two] = [await creator(), await creator()]
  const { recommendations } = dashboard(from.account)
  for (const to of [one, two]) await recommends(from, to)
  const idsOf = ({ recommended }: { recommended: { id: number }[] }) => recommended.map(({ id }) => id)
  expect(idsOf(await recommendations.move({ creator_id: two.id, by: -1 }))).toEqual([two.id, one.id])
  expect(idsOf(await recommendations.move({ creator_id: two.id, by: -1 }))).toEqual([two.id, one.id])
  expect((await recommendations.saveNote({ creator_id: one.id, note: ' Good ' })).recommended[1]?.note).toBe('Good')
  await visitor().signUp(from)
  expect(idsOf(await recommendations.remove({ creator_id: one.id }))).toEqual([two.id])
  await recommends(from, one)
  expect((await recommendations.get()).recommended.at(-1)).toMatchObject({ id: one.id, shown: 1, note: null })
  const blocked = await dashboard(one.account).recommendations.block({ creator_id: from.id, is_blocked: true })
  expect(blocked.recommenders).toMatchObject([{ id: from.id, is_blocked: true }])
  await expect(dashboard(one.account).recommendations.block({ creator_id: two.id, is_blocked: true })).rejects.toThrow()
  await expect(recommendations.move({ creator_id: 999_999_999, by: 1 })).rejects.toThrow()
  // The script for other sites does not exist, and its URL says so [contract 8.7.6].
  const { body } = await api('GET /v4/recommendations_script', key(from.account))
  expect(body).toEqual({ enabled: false, embed_js: null })
})
