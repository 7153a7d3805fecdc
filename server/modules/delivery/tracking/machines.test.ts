import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import {
  app,
  BROWSER,
  ledgerCounts,
  reportOf,
  sentMail,
  settleEngagement,
  visit,
} from '../../../testing/modules/sending.ts'
import { getBroadcastReport } from '../../broadcasts/report/report.ts'
import { evidenceOf, findMachines } from './evidence.ts'
import { hasHits, settleHits } from './settle.ts'
import { trackingToken } from './tokens.ts'
import { trackClick, trackOpen } from './track.ts'

test('HEAD requests, prefetching, scanners and privacy proxies are not counted as opens or clicks', async () => {
  const account = await testAccount()
  const { id, pixel, links } = await sentMail(account)
  const [link = ''] = links
  await app.request(pixel, { headers: { 'User-Agent': 'Mozilla/5.0' } })
  await app.request(pixel, { headers: { ...BROWSER, 'Sec-Purpose': 'prefetch' } })
  await app.request(link, { method: 'HEAD', headers: BROWSER })
  const report = await reportOf(account, id)
  expect(report.funnel).toMatchObject({ opened: 0, clicked: 0 })
  expect(report.machine_opens).toBe(2)
  expect(report.links).toMatchObject([{ clicks: 0, unique_clicks: 0 }])
  const agent = (user_agent: string) =>
    evidenceOf({ method: 'GET', ip: '91.64.12.7', user_agent, purpose: null }, 'image')
  const proxy = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
  expect(agent(proxy)).toBeNull()
  expect(agent('Outlook-iOS/2.0')).toBeNull()
  expect(agent('Mozilla/5.0 (compatible; bingbot/2.0)')).toBe('user_agent')
  expect(agent(BROWSER['User-Agent'])).toBeNull()
})

test('requests from data centers are those of machines, except through the image proxies of mailbox providers', async () => {
  const account = await testAccount()
  const { id, pixel, links } = await sentMail(account)
  const [link = ''] = links
  const from = (url: string, remoteAddress: string, headers: Record<string, string> = BROWSER) =>
    app.request(url, { headers }, { incoming: { socket: { remoteAddress } } })
  await from(link, '3.5.140.7')
  await from(link, '66.249.93.1')
  await from(pixel, '3.5.140.7')
  expect((await reportOf(account, id)).funnel).toMatchObject({ opened: 0, clicked: 0 })
  await from(pixel, '3.5.140.7', { 'User-Agent': 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' })
  await from(pixel, '66.249.93.1')
  const report = await reportOf(account, id)
  expect(report.funnel).toMatchObject({ opened: 1, clicked: 0 })
  expect(report.machines).toEqual([
    { kind: 'click', evidence: 'data_center', count: 2 },
    { kind: 'open', evidence: 'data_center', count: 1 },
  ])
  const stored = await account.ctx.sql.rows('select * from engagement where account_id = $1', [])
  expect(JSON.stringify(stored)).not.toContain('3.5.140.7')
})

test('many links within seconds count as a scanner, whose opens and clicks the report shows apart', async () => {
  const account = await testAccount()
  const content = [1, 2, 3, 4].map((n) => `<p><a href="https://studio.example/${n}">read</a></p>`).join('')
  const { id, pixel, links } = await sentMail(account, { content })
  await Promise.all([pixel, ...links].map((url) => visit(url)))
  const report = await reportOf(account, id)
  expect(report.funnel).toMatchObject({ opened: 0, clicked: 0 })
  expect(report.links.map(({ clicks }) => clicks)).toEqual([0, 0, 0, 0])
  expect(report).toMatchObject({ machine_opens: 1, machine_clicks: 4 })
  expect(report.machines).toEqual([
    { kind: 'click', evidence: 'burst', count: 4 },
    { kind: 'open', evidence: 'burst', count: 1 },
  ])
})

test('a visitor who follows the hidden link is a machine, and a subscriber on another device is not', async () => {
  const account = await testAccount()
  const { id, html, links } = await sentMail(account)
  const [link = ''] = links
  const trap = /<a href="([^"]*\/0)" style="display:none" tabindex="-1" aria-hidden="true"><\/a>/.exec(html)?.[1] ?? ''
  expect((await visit(trap)).status).toBe(404)
  await visit(link)
  const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15' }
  await visit(link, { headers: phone })
  const report = await reportOf(account, id)
  expect(report.funnel).toMatchObject({ opened: 1, clicked: 1 })
  expect(report.machines).toEqual([{ kind: 'click', evidence: 'trap_link', count: 2 }])
})

test('a request before the mail server had accepted the message is one of a machine', () => {
  const at = (ms: number) => new Date(1_800_000_000_000 + ms)
  const hit = (ms: number) => ({ link_number: 1, evidence: null, user_agent: null, occurred_at: at(ms) })
  expect(findMachines([hit(-1), hit(60_000)], at(0))).toEqual(['before_delivery', null])
  expect(findMachines([hit(-1)], null)).toEqual([null])
})

test('three links in six seconds are a subscriber, three in two seconds a machine', () => {
  const click = (link_number: number, ms: number) => ({
    link_number,
    evidence: null,
    user_agent: null,
    occurred_at: new Date(ms),
  })
  expect(findMachines([click(1, 0), click(2, 3000), click(3, 6000)], null)).toEqual([null, null, null])
  expect(findMachines([click(1, 0), click(1, 10), click(1, 20)], null)).toEqual([null, null, null])
  expect(findMachines([click(1, 0), click(2, 1000), click(3, 2000), click(4, 9000)], null)).toEqual([
    'burst',
    'burst',
    'burst',
    null,
  ])
})

test('opens and clicks wait until the end of a burst would have shown', async () => {
  const account = await testAccount()
  const { id, links } = await sentMail(account)
  const [link = ''] = links
  await visit(link)
  const wait_ms = await settleHits(account.ctx)
  expect(wait_ms).toBeGreaterThan(0)
  expect((await getBroadcastReport(account.ctx, { id })).funnel.clicked).toBe(0)
  expect(await hasHits(account.ctx)).toBe(true)
  expect((await reportOf(account, id)).funnel.clicked).toBe(1)
  expect(await hasHits(account.ctx)).toBe(false)
})

test('hits are counted once by processes that settle at the same time, beside senders', async () => {
  const account = await testAccount()
  const { id, links } = await sentMail(account, {}, 2)
  const [link = ''] = links
  for (let n = 0; n < 5; n++) await visit(link)
  await Promise.all([1, 2, 3].map(() => settleEngagement(account)))
  expect((await reportOf(account, id)).links).toMatchObject([{ clicks: 5, unique_clicks: 1 }])
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
})

test('opens and clicks that arrive together share a commit, and each click leads to its own link', async () => {
  const account = await testAccount()
  const { id, subscriber_id } = await sentMail(account, {
    content: '<p><a href="https://studio.example/1">one</a> <a href="https://studio.example/2">two</a></p>',
  })
  const { ctx, account_id } = account
  const mail = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const token = trackingToken({ account_id, mail_id: mail.id, subscriber_id })
  const visitor = { method: 'GET', ip: '91.64.12.7', user_agent: BROWSER['User-Agent'], purpose: null }
  const urls = await Promise.all([
    trackOpen(token, visitor),
    ...[1, 2, 9, 0].map((number) => trackClick(token, number, visitor)),
    ...Array.from({ length: 20 }, () => trackOpen(token, visitor)),
  ])
  expect(urls.slice(1, 5)).toEqual(['https://studio.example/1', 'https://studio.example/2', undefined, undefined])
  const stored = await ctx.sql.one(
    `select count(*)::int as hits, count(distinct xmin::text)::int as commits, count(*) filter (where link_number = 9)::int as unknown
     from engagement_hit where account_id = $1`,
  )
  expect(stored).toEqual({ hits: 24, commits: 2, unknown: 0 })
})

test('a link that is followed before the mail server has answered is followed by a machine', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { id, pixel, links } = await sentMail(account)
  const [link = ''] = links
  // The server took minutes, and had not accepted the message when the requests were counted.
  await ctx.sql.run(`update delivery set state = 'queued', sent_at = null where account_id = $1`)
  await visit(pixel)
  await visit(link)
  await settleEngagement(account)
  await ctx.sql.run(`update delivery set state = 'sent', sent_at = $2 where account_id = $1`, [ctx.now()])
  const report = await reportOf(account, id)
  expect(report.funnel).toMatchObject({ opened: 0, clicked: 0 })
  expect(report.machines).toEqual([
    { kind: 'click', evidence: 'before_delivery', count: 1 },
    { kind: 'open', evidence: 'before_delivery', count: 1 },
  ])
})
