import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { createHttp } from '../../http/listener.ts'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { domainWorld } from '../../testing/servers/dns-server.ts'
import { checkSiteDomains } from './check-all.ts'
import { checkDomain, GRACE_MS } from './domain.ts'

const BASE_URL = 'http://localhost:3000'
const rest = restApp({ base_url: BASE_URL, metrics_token: undefined })
const read = async (path: string) => {
  const answer = await rest.request(`${BASE_URL}${path}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function published(account: TestAccount, title: string) {
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title, content: '<p>Moss on the step.</p>' })
  return posts.publish({ id })
}

/** Returns an account with a domain, and a DNS without its records. */
async function withDomain(account: TestAccount, domain = `www.site${account.account_id}.no`) {
  const { sites } = dashboard(account)
  const added = await sites.setDomain({ domain })
  const world = await domainWorld({ localhost: { a: ['127.0.0.1'] } })
  const check = async (ctx = account.ctx) => {
    await unscoped().site.update({ where: { account_id: account.account_id }, data: { domain_checked_at: null } })
    return checkDomain(ctx, { resolver: world.newResolver(), patience_ms: PATIENCE.timeout })
  }
  const publish = () => {
    for (const { name, type, value } of added.records) world.records[name] = type === 'CNAME' ? { cname: value } : value
  }
  return { domain, sites, world, check, publish, added }
}

test('a domain is connected when it points here and its TXT record proves ownership', async () => {
  const account = await testAccount()
  const post = await published(account, 'March news')
  const { domain, check, publish, world, added, sites } = await withDomain(account)
  expect(added).toMatchObject({ domain, status: 'pending', problem: null })
  expect(await dashboard(account).security_events.list()).toMatchObject([
    { kind: 'site_domain_changed', summary: `The domain of the public site was set to ${domain}` },
  ])
  expect(added.records.map(({ type, name, value }) => [type, name, value])).toEqual([
    ['CNAME', domain, 'localhost'],
    ['TXT', `_envoi-site.${domain}`, expect.stringMatching(/^envoi-site-[0-9a-f]{24}$/)],
  ])
  expect(added.records.map(({ host }) => host)).toEqual(['www', '_envoi-site.www'])
  const [target, proof] = added.records
  world.records[domain] = { cname: 'localhost' }
  expect((await check()).records.map(({ state }) => state)).toEqual(['found', 'missing'])
  world.records[proof?.name ?? ''] = 'envoi-site-other'
  expect((await check()).records[1]).toMatchObject({ state: 'differs', found: ['envoi-site-other'] })
  publish()
  world.records[target?.name ?? ''] = { cname: 'elsewhere.no' }
  expect(await check()).toMatchObject({
    status: 'pending',
    records: [{ state: 'differs', found: ['elsewhere.no'] }, {}],
  })
  publish()
  expect(await check()).toMatchObject({ status: 'connected', problem: null })
  const url = `http://${domain}:3000`
  expect(await sites.get()).toMatchObject({ url })
  expect((await dashboard(account).posts.get({ id: post.id })).public_url).toBe(`${url}/march-news`)
  expect((await read(`/p/${account.account_id}/march-news`)).headers.get('location')).toBe(`${url}/march-news`)

  await sites.removeDomain()
  expect(await sites.get()).toMatchObject({ domain: null, url: `${BASE_URL}/p/${account.account_id}` })
})

test('an apex domain, which cannot have a CNAME, is connected by the addresses of the service', async () => {
  const account = await testAccount()
  const { domain, check, publish, world } = await withDomain(account, `site${account.account_id}.no`)
  publish()
  world.records[domain] = { a: ['127.0.0.1'] }
  expect(await check()).toMatchObject({ status: 'connected' })
})

test('a domain connected to another account stays there until it is disconnected', async () => {
  const [owner, other] = [await testAccount(), await testAccount()]
  const first = await withDomain(owner)
  first.publish()
  await first.check()
  const second = await withDomain(other, first.domain)
  second.publish()
  expect(await second.check()).toMatchObject({ status: 'pending', problem: expect.stringContaining('Another account') })
  await first.sites.removeDomain()
  expect(await second.check()).toMatchObject({ status: 'connected' })
})

test('a connected domain without its record serves the site for three more days, and the owners get two emails', async () => {
  const account = await testAccount()
  const { check, publish, world, sites, domain } = await withDomain(account)
  publish()
  await check()
  world.fail()
  expect(await check()).toMatchObject({ status: 'connected' })
  world.fail(false)
  delete world.records[domain]
  expect(await check()).toMatchObject({ status: 'broken', problem: expect.stringContaining('three days') })
  const later = (ms: number) => ({ ...account.ctx, now: () => new Date(+account.ctx.now() + ms) })
  expect(await check(later(GRACE_MS - 60_000))).toMatchObject({ status: 'broken' })
  expect((await sites.get()).url).toBe(`http://${domain}:3000`)
  expect(await check(later(GRACE_MS + 60_000))).toMatchObject({ status: 'pending' })
  expect((await sites.get()).url).toBe(`${BASE_URL}/p/${account.account_id}`)
  const emails = (await serviceEmailsTo(account.email)).filter(({ subject }) => subject.includes(domain))
  expect(new Set(emails.map(({ subject }) => subject))).toEqual(
    new Set([`${domain} is about to stop leading to your site`, `Your site is no longer at ${domain}`]),
  )
  expect(emails).toHaveLength(2)
  publish()
  expect(await check()).toMatchObject({ status: 'connected' })
})

test('the hourly job checks connected domains and those that were added lately', async () => {
  const account = await testAccount()
  const { publish, world, sites } = await withDomain(account)
  publish()
  await unscoped().site.update({ where: { account_id: account.account_id }, data: { domain_checked_at: null } })
  await checkSiteDomains({ after: account.account_id - 1, resolver: world.newResolver })
  expect((await sites.get()).domain).toMatchObject({ status: 'connected' })
})

test('no account connects a domain of the service, a public suffix or an email provider', async () => {
  const { sites } = dashboard(await testAccount())
  for (const domain of ['localhost', 'co.uk', 'gmail.com', '127.0.0.1', 'not a domain'])
    await expect(sites.setDomain({ domain }), domain).rejects.toThrow()
})

test('a connected host serves the site and nothing else', async () => {
  const account = await testAccount()
  await published(account, 'March news')
  const { domain, check, publish } = await withDomain(account)
  publish()
  await check()
  const server = createHttp(rest, (_request, response) => response.end('dashboard'), { app_url: BASE_URL })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, host = domain) => {
    const asking = httpRequest({ port, path, headers: { Host: host } }).end()
    const [answer] = await once(asking, 'response')
    let text = ''
    for await (const part of answer) text += part
    return { status: answer.statusCode as number, text }
  }
  expect((await ask('/')).text).toContain('March news')
  expect((await ask('/march-news', `${domain.toUpperCase()}:3000`)).text).toContain('Moss on the step.')
  expect((await ask('/feed.json')).status).toBe(200)
  expect((await ask('/robots.txt')).text).toContain(`Sitemap: http://${domain}:3000/sitemap.xml`)
  for (const path of [
    '/login',
    '/subscribers',
    '/v4/account',
    '/api/auth/session',
    '/@other',
    `/p/${account.account_id}`,
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  expect((await ask('/login', 'unknown.no')).text).toBe('dashboard')
  expect((await ask('/login', 'localhost')).text).toBe('dashboard')

  // Buyers of a paid post get access at the domain, and are counted by their own IP addresses.
  const { purchases, posts } = dashboard(account)
  await purchases.saveProduct({ name: 'Course', price: 40, currency: 'USD', url: 'https://shop.example', pid: 'p-1' })
  const { id } = await posts.create({ title: 'Paid', content: '<p>a</p><p>b</p><p>walnuts</p>', is_paid: true })
  await posts.publish({ id })
  const page = await ask('/paid')
  expect([page.status, page.text.includes('walnuts')]).toEqual([200, false])
  expect(page.text).toContain(`action="http://${domain}:3000/access"`)
  const from = (localAddress: string, email_address: string) =>
    new Promise<number | undefined>((resolve) => {
      const headers = { Host: domain, 'Content-Type': 'application/x-www-form-urlencoded' }
      httpRequest({ port, host: '127.0.0.1', localAddress, path: '/access', method: 'POST', headers }, (answer) =>
        resolve(answer.resume().statusCode),
      ).end(new URLSearchParams({ post: 'paid', email_address }).toString())
    })
  const visitor = () => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const one = visitor()
  const statuses = []
  for (let at = 0; at <= 20; at++) statuses.push(await from(one, `lin${at}@example.net`))
  expect([statuses.slice(0, 20).every((status) => status === 303), statuses[20]]).toEqual([true, 429])
  expect(await from(visitor(), 'lin@example.net')).toBe(303)

  expect((await read(`/site-domains/allowed?domain=${domain}`)).status).toBe(200)
  for (const none of ['', '?domain=', '?domain=unknown.no', '?domain=localhost', `?domain=x.${domain}`])
    expect([none, (await read(`/site-domains/allowed${none}`)).status]).toEqual([none, 404])
})
