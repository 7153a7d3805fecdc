import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyWebhook } from '../../sdk/webhook.ts'
import { clock } from '../core/clock.ts'
import { testAccount } from '../testing/account.ts'
import { api, key } from '../testing/api.ts'
import { testWebhooks } from '../testing/modules/webhooks.ts'
import { UsageError, type Values } from './command.ts'
import { tailWebhooks } from './webhooks.ts'

const { receiver, settle } = testWebhooks()

const tail = (values: Values) => tailWebhooks.run(values, {} as never, {} as never)

function printed(): string[] {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  onTestFinished(() => spy.mockRestore())
  return lines
}

test('webhooks tail posts deliveries of the endpoint, signed with its secret, and prints the results', async () => {
  const account = await testAccount()
  const [endpoint, desk] = [await receiver(), await receiver()]
  desk.answer({ status: 418 })
  const { secret } = (
    await api('POST /v4/webhook_endpoints', key(account), { url: endpoint.url, events: ['tag.created'], name: 'CRM' })
  ).body.webhook_endpoint
  const lines = printed()
  const end = tail({ forward: `${desk.url}/hook`, count: '1' })
  await expect.poll(() => lines.length).toBe(1)
  for (const name of ['One', 'Two']) {
    await api('POST /v4/tags', key(account), { name })
    await settle()
  }
  expect(await end).toEqual({ lines: ['1 delivery'], data: { deliveries: 1 } })
  expect(lines[0]).toBe(
    `Deliveries of “CRM” in account ${account.account_id}, posted to ${desk.url}/hook. Ctrl-C ends it.`,
  )
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d {2}tag\.created +1 event +#\d+ {2}CRM {2}418 in \d+ ms$/)
  expect(desk.received).toHaveLength(1)
  const { raw, headers, path } = desk.received[0] as (typeof desk.received)[number]
  expect([path, raw]).toEqual(['/hook', endpoint.received[0]?.raw])
  const header = String(headers['x-service-signature'])
  expect(await verifyWebhook(raw, header, secret, 300, clock.now().getTime())).toMatchObject({ events: [{}] })
})

test('webhooks tail ends immediately on Ctrl-C, even while the local server does not respond', async () => {
  const account = await testAccount()
  const [endpoint, desk] = [await receiver(), await receiver()]
  desk.answer(null)
  await api('POST /v4/webhook_endpoints', key(account), { url: endpoint.url, events: ['tag.created'] })
  const lines = printed()
  const end = tail({ forward: desk.url, account: String(account.account_id) })
  await expect.poll(() => lines.length).toBe(1)
  await api('POST /v4/tags', key(account), { name: 'One' })
  await settle()
  await expect.poll(() => desk.received.length).toBe(1)
  process.emit('SIGINT')
  expect(await end).toMatchObject({ data: { deliveries: 1 } })
  expect(lines[1]).toMatch(/left without an answer$/)
})

test('webhooks tail refuses an account without webhooks', async () => {
  const { account_id } = await testAccount()
  const lines = printed()
  const ended = tail({ account: String(account_id) })
  await expect.poll(() => lines.length).toBe(2)
  process.emit('SIGINT')
  await ended
  expect(lines[1]).toBe('It has no webhook that listens yet: make one under Settings › Webhooks.')
})

test('webhooks tail follows one of several endpoints, because each has its own secret', async () => {
  const account = await testAccount()
  const [crm, shop, desk] = [await receiver(), await receiver(), await receiver()]
  const listen = async (url: string, name: string) =>
    (await api('POST /v4/webhook_endpoints', key(account), { url, events: ['tag.created'], name })).body
      .webhook_endpoint
  await listen(crm.url, 'CRM')
  const { id, secret } = await listen(shop.url, 'Shop')
  const lines = printed()
  const one = tail({ forward: `${desk.url}/one`, count: '1', endpoint: String(id) })
  const all = tail({ forward: `${desk.url}/all`, count: '2', account: String(account.account_id) })
  await expect.poll(() => lines.length).toBe(3)
  await api('POST /v4/tags', key(account), { name: 'One' })
  await settle()
  await Promise.all([one, all])
  expect(lines).toContain(
    `Deliveries of “Shop” in account ${account.account_id}, posted to ${desk.url}/one. Ctrl-C ends it.`,
  )
  expect(lines).toContain('Each of its 2 endpoints signs with a secret of its own: --endpoint <id> follows one.')
  const posted = desk.received.filter(({ path }) => path === '/one')
  expect(posted.map(({ raw }) => raw)).toEqual(shop.received.map(({ raw }) => raw))
  const header = String(posted[0]?.headers['x-service-signature'])
  await verifyWebhook(posted[0]?.raw ?? '', header, secret, 300, clock.now().getTime())
  expect(desk.received.filter(({ path }) => path === '/all')).toHaveLength(2)
  await expect(tail({ endpoint: '0' })).rejects.toThrow(`There is no active endpoint 0. Active endpoints: `)
  await expect(tail({ endpoint: '0' })).rejects.toThrow(`${id} (Shop)`)
})

test.each(['nonsense', 'localhost:3000/hook', 'ftp://localhost/', ''])(
  'webhooks tail refuses %j as an address',
  async (forward) => {
    await expect(tail({ forward })).rejects.toThrow(UsageError)
    await expect(tail({ forward })).rejects.toThrow('is not an http(s) address')
  },
)
