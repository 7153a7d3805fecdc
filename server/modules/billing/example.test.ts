import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { systemPool } from '../../core/context.ts'
import { configureOutbound } from '../../core/outbound.ts'
import { standardWebhookHeaders } from '../../lib/crypto/standard-webhooks.ts'
import { freePort } from '../../lib/net/free-port.ts'
import { testAccount } from '../../testing/account.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { oauthServer } from '../../testing/servers/oauth-server.ts'
import { configure } from '../../testing/servers/provider-webhooks.ts'
import { sendReports } from './reports.ts'
import { countUsage, makeReports } from './usage.ts'

// Usage covers all accounts, so this file has its own database.
runInOwnDatabase()

const ROOT = path.join(import.meta.dirname, '../../..')
const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`
const SECRET = secretOf('a secret of billing for tests')
const PROCESSOR = secretOf('a secret of the processor')

/** Runs the example in its own process. */
async function startExample(envoi_url: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(ROOT, 'examples/billing/main.ts')], {
    env: {
      BILLING_WEBHOOK_SECRET: SECRET,
      PROCESSOR_SECRET: PROCESSOR,
      ENVOI_URL: envoi_url,
      PORT: String(port),
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  return { url: `http://127.0.0.1:${port}`, lines }
}

test("the example turns a processor's event into a plan, and receives the usage", async () => {
  const example = await startExample(await oauthServer())
  configure({ BILLING_WEBHOOK_SECRET: SECRET, BILLING_USAGE_URL: `${example.url}/usage` })
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const account = await testAccount()
  const { account_id } = account
  const post = async (type: string, object: object, secret = PROCESSOR) => {
    const metadata = { envoi_account_id: String(account_id), envoi_plan: 'creator_pro' }
    const created = Math.floor(Date.now() / 1_000)
    const body = JSON.stringify({ id: `evt_${randomUUID()}`, type, created, data: { object: { metadata, ...object } } })
    const headers = standardWebhookHeaders(secret, { id: randomUUID(), body: Buffer.from(body), now: new Date() })
    const answer = await fetch(`${example.url}/processor`, { method: 'POST', headers, body })
    return [answer.status, await answer.json()]
  }
  const paid_until = Math.floor(Date.now() / 1_000) + 30 * 86_400
  const period = { current_period_end: paid_until, trial_end: null, plan: { interval: 'year' } }
  const paid = { ...period, cancel_at_period_end: false }
  expect(await post('customer.subscription.updated', paid)).toEqual([200, { outcome: 'applied' }])
  const row = () => account.ctx.db.account.findFirstOrThrow()
  expect(await row()).toMatchObject({ plan_type: 'creator_pro', plan_interval: 'year', cancels_at: null })
  expect(await post('customer.subscription.updated', { ...paid, cancel_at_period_end: true })).toMatchObject([200, {}])
  expect(await row()).toMatchObject({ renews_at: null, cancels_at: new Date(paid_until * 1_000) })
  expect(await post('customer.subscription.deleted', paid, SECRET)).toEqual([401, 'not signed'])
  expect(await post('invoice.paid', paid)).toEqual([200, 'ignored'])
  expect(await post('customer.subscription.deleted', paid)).toMatchObject([200, { outcome: 'applied' }])
  expect(await row()).toMatchObject({ plan_type: 'free', cancels_at: null })

  await countUsage({ now: new Date('2099-03-09T10:00:00Z'), after: 0, budget_ms: 60_000 })
  // The signature contains the current time.
  await systemPool().query(`update usage_day set day = '2001-03-09'`)
  await makeReports({ now: new Date() })
  await sendReports({ now: () => new Date() })
  await expect.poll(() => example.lines).toContain(`2001-03-09 ${account_id}:2001-03-09 0`)
})

test('the documented command signs an event', async () => {
  const url = await oauthServer()
  configure({ BILLING_WEBHOOK_SECRET: SECRET })
  const { account_id, ctx } = await testAccount()
  const [, script = ''] =
    /<!-- example -->\n```sh\n([\s\S]*?)```/.exec(readFileSync(path.join(ROOT, 'docs/billing.md'), 'utf8')) ?? []
  const settings = `BASE_URL=${url}\nBILLING_WEBHOOK_SECRET=${SECRET}\n`
  const command =
    settings + script.replace('"account_id": 77', `"account_id": ${account_id}`).replace('"creator"', '"creator_pro"')
  const { stdout } = await promisify(execFile)('sh', ['-ec', command])
  expect(JSON.parse(stdout)).toEqual({ outcome: 'applied' })
  expect(await ctx.db.account.findFirstOrThrow()).toMatchObject({ plan_type: 'creator_pro' })
})
