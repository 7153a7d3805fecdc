import { OpenAPIHono } from '@hono/zod-openapi'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { env } from '../../env.ts'
import { createHttp, drain } from '../../http/listener.ts'
import { listen } from '../../http/port.ts'
import { checkProxies } from '../admin/setup/network.ts'
import { EXPIRED_SIGHTINGS, listUnknownProxies, proxyWarning, watchProxies } from './service.ts'

beforeEach(async () => {
  await unscoped().unknownProxy.deleteMany()
})

/** Returns a service context with a clock and a log that the test reads. */
function observed() {
  let now = Date.now()
  const warnings: string[] = []
  const ctx = serviceCtx()
  const log = Object.assign(Object.create(ctx.log), { warn: (_: object, text: string) => warnings.push(text) })
  const pass = (ms: number) => {
    now += ms
  }
  return { ctx: { ...ctx, log, now: () => new Date(now) }, warnings, pass }
}
const sightings = () => unscoped().unknownProxy.findMany({ orderBy: { is_private: 'desc' } })
const stored = (count: number) => expect.poll(async () => (await sightings()).length).toBe(count)

function trust(proxy: string): void {
  const { TRUSTED_PROXIES } = env()
  onTestFinished(() => {
    env().TRUSTED_PROXIES = TRUSTED_PROXIES
  })
  env().TRUSTED_PROXIES = [proxy]
}

test('a proxy missing in TRUSTED_PROXIES is logged once, not for every request', async () => {
  const { ctx, warnings } = observed()
  const watch = await watchProxies(ctx)
  for (let i = 0; i < 100; i++) watch('::ffff:10.0.0.2', `203.0.113.${i}`)
  expect(warnings).toEqual([
    'A proxy at 10.0.0.2 forwards requests, but TRUSTED_PROXIES does not name it: every visitor seems to come from 10.0.0.2. Set TRUSTED_PROXIES=10.0.0.2',
  ])
  for (let i = 0; i < 100; i++) watch(`198.51.100.${i}`, '203.0.113.7')
  expect(warnings).toHaveLength(2)
  expect(warnings[1]).toContain('198.51.100.0')
  watch('10.0.0.9', undefined)
  watch(undefined, '203.0.113.7')
  expect(warnings).toHaveLength(2)
  await stored(2)
})

test('an unknown proxy is logged again at the next start, until it is trusted or a week has passed', async () => {
  const { ctx, pass } = observed()
  ;(await watchProxies(ctx))('10.0.0.2', '203.0.113.7')
  await stored(1)
  /** Returns the warnings logged by a start before its first request. */
  const start = async () => {
    const { ctx: other, warnings } = observed()
    await watchProxies({ ...other, now: ctx.now })
    return warnings
  }
  expect(await start()).toEqual([proxyWarning({ ip: '10.0.0.2', is_private: true })])
  pass(8 * 86_400_000)
  expect(await start()).toEqual([])
  expect(await listUnknownProxies(ctx)).toEqual([])
  pass(-8 * 86_400_000)
  trust('10.0.0.0/8')
  expect(await start()).toEqual([])
})

test('at most two sightings are stored, each at most once an hour', async () => {
  const { ctx, pass } = observed()
  const watch = await watchProxies(ctx)
  watch('10.0.0.2', '203.0.113.7')
  watch('198.51.100.4', '203.0.113.7')
  await stored(2)
  const first = await sightings()
  for (let i = 0; i < 250; i++) {
    watch(`10.0.1.${i}`, '203.0.113.7')
    watch(`198.51.101.${i}`, '203.0.113.7')
  }
  expect(await sightings()).toEqual(first)
  pass(3_600_000)
  watch('10.0.0.3', '203.0.113.7')
  await expect.poll(async () => (await sightings())[0]?.ip).toBe('10.0.0.3')
  expect(await sightings()).toHaveLength(2)
  pass(8 * 86_400_000)
  await purgeExpired(EXPIRED_SIGHTINGS, { now: ctx.now() })
  expect(await sightings()).toEqual([])
})

test('doctor names the proxy and the setting, and passes once the proxy is trusted', async () => {
  expect(await checkProxies()).toEqual([expect.objectContaining({ subject: 'proxies', status: 'ok' })])
  ;(await watchProxies(serviceCtx()))('10.0.0.2', '203.0.113.7')
  await stored(1)
  const text = proxyWarning({ ip: '10.0.0.2', is_private: true })
  expect(await checkProxies()).toEqual([{ subject: 'proxies', status: 'warn', text }])
  trust('10.0.0.2')
  expect(await checkProxies()).toEqual([expect.objectContaining({ status: 'ok' })])
})

test('the server checks each request for proxies before answering it', async () => {
  const { ctx, warnings } = observed()
  const api = new OpenAPIHono()
  api.get('/healthz', (c) => c.json({}))
  const server = createHttp(api, (_, response) => response.end(), {
    app_url: 'http://localhost',
    watchProxy: await watchProxies(ctx),
  })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const { port } = server.address() as { port: number }
  await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(warnings).toEqual([])
  await fetch(`http://127.0.0.1:${port}/login`, { headers: { 'X-Forwarded-For': '203.0.113.7' } })
  expect(warnings).toHaveLength(1)
  await stored(1)
})
