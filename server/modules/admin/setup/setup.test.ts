import { existsSync, readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { serviceCtx } from '../../../core/context.ts'
import { type Env, env } from '../../../env.ts'
import { domainWorld } from '../../../testing/servers/dns-server.ts'
import { mediaFolder } from '../../media/files/store.ts'
import { checkAddresses } from './network.ts'
import { checkSecrets } from './secrets.ts'
import { testSetup } from './setup.ts'

const statuses = async (part: Parameters<typeof testSetup>[1]['part']) =>
  (await testSetup(serviceCtx(), { part })).map(({ subject, status }) => `${subject} ${status}`)

/** Changes settings of this process until the test ends. */
function setUp(settings: Partial<Env>): void {
  const before = { ...env() }
  Object.assign(env(), settings)
  onTestFinished(() => {
    for (const name of Object.keys(settings) as (keyof Env)[]) Object.assign(env(), { [name]: before[name] })
  })
}

test('without a way for bounces to arrive, the test of bounces warns and names the settings', async () => {
  setUp({ BOUNCE_DOMAIN: undefined, BOUNCE_SMTP_PORT: undefined })
  const [found] = await testSetup(serviceCtx(), { part: 'bounces' })
  expect(found).toMatchObject({ subject: 'bounces', status: 'warn' })
  expect(found?.text).toMatch(/Set BOUNCE_DOMAIN with BOUNCE_SMTP_PORT or BOUNCE_IMAP_URL/)
})

test('a bounce domain works with an MX record, and fails without one', async () => {
  const world = await domainWorld({ 'in.example.com': { mx: ['mx.example.com'] } })
  const intake = { BOUNCE_SMTP_PORT: 2525, DNS_SERVERS: [world.address] }
  setUp({ ...intake, BOUNCE_DOMAIN: 'in.example.com' })
  expect(await statuses('bounces')).toEqual(['smtp ok', 'DNS ok'])
  setUp({ ...intake, BOUNCE_DOMAIN: 'out.example.com' })
  expect(await statuses('bounces')).toEqual(['smtp ok', 'DNS fail'])
})

test('an address of this machine is a warning, and one that is unreachable or has no TLS is a failure', async () => {
  const addresses = (url: string) =>
    checkAddresses(serviceCtx(), { env: { BASE_URL: url, APP_URL: url, PUBLIC_URL: url, TRACKING_URL: url } })
  expect(await addresses('http://localhost:3000')).toMatchObject([
    { subject: 'BASE_URL, APP_URL, PUBLIC_URL, TRACKING_URL', status: 'warn' },
  ])
  expect(await addresses('http://nowhere.invalid')).toMatchObject([
    { status: 'fail', text: expect.stringContaining('does not lead here') },
    { subject: 'TLS', status: 'fail' },
  ])
})

test('the test of the storage writes a file beside the images and removes it', async () => {
  const before = existsSync(mediaFolder()) ? readdirSync(mediaFolder()).length : 0
  expect(await statuses('storage')).toContain('pictures ok')
  const left = readdirSync(mediaFolder(), { recursive: true }).filter((name) => String(name).endsWith('test.txt'))
  expect([left, readdirSync(mediaFolder()).length >= before]).toEqual([[], true])
})

test('a key in a file is a warning for an instance that may have several processes', () => {
  const settings = { ...env(), ADMIN_TWO_FACTOR: 'on' as const, METRICS_PUBLIC: 'off' as const }
  const keyOf = (given: object) => checkSecrets({ env: { ...settings, ...given } })[0]?.status
  expect(keyOf({ has_given_key: true })).toBe('ok')
  expect(keyOf({ has_given_key: false, DATABASE_URL: undefined })).toBe('ok')
  expect(keyOf({ has_given_key: false, DATABASE_URL: 'postgres://db.example/envoi' })).toBe('warn')
  expect(checkSecrets({ env: { ...settings, METRICS_PUBLIC: 'on' } })[1]).toMatchObject({ status: 'warn' })
})
