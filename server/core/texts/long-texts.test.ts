import { expect, onTestFinished, test } from 'vitest'
import { env } from '../../env.ts'
import { Pace } from '../../lib/concurrency/pace.ts'
import { turns } from '../../lib/concurrency/turns.ts'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { answerPost } from '../../trpc/http.ts'
import { systemCtx } from '../context.ts'
import { accountKey, enterLong, setPace } from './long-texts.ts'
import { textWork } from './text-work.ts'

// One account's long texts wait for each other, before they are read from the connection. Time passes only when a test lets it.

const LONG = 'word '.repeat(5_000)
const OPTIONS = { per_second: 500_000, burst: 2_000_000, max_wait_ms: 15_000 }

function stopTime() {
  const waiting: (() => void)[] = []
  const later = (_: number, fn: () => void) => waiting.push(fn)
  setPace(new Pace({ ...OPTIONS, max_wait_ms: 1e12 }, { now: () => 0, later }))
  onTestFinished(resumeTime)
  return { waiting }
}

const resumeTime = () => setPace(new Pace(OPTIONS))

/** The account may do no more without waiting. */
const useUp = ({ account_id }: TestAccount) => enterLong(accountKey(account_id), OPTIONS.burst + 1)

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })

/** A request with a body in parts, which says how many were read. */
function sent(url: string, input: object, headers: Record<string, string>, announces = true) {
  const bytes = Buffer.from(JSON.stringify(input))
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 8_000) parts.push(bytes.subarray(at, at + 8_000))
  const state = { read: 0, parts: parts.length }
  const body = new ReadableStream(
    {
      pull(controller) {
        const part = parts[state.read]
        if (!part) return controller.close()
        state.read++
        controller.enqueue(part)
      },
    },
    { highWaterMark: 0 },
  )
  const length = announces ? { 'content-length': String(bytes.length) } : {}
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json', ...length, ...headers },
  }
  return { state, request: new Request(`http://envoi.test${url}`, init as RequestInit) }
}

const byApi = ({ api_key }: TestAccount, announces = true) => {
  const { state, request } = sent('/v4/broadcasts', { content: LONG }, { 'X-Service-Api-Key': api_key }, announces)
  return { state, answer: Promise.resolve(rest.fetch(request)).then(({ status }) => status) }
}

const byDashboard = async (account: TestAccount) => {
  const headers = { cookie: await signedIn(account), origin: env().APP_URL }
  const { state, request } = sent('/api/trpc/broadcasts.create', { subject: 'x', content: LONG }, headers)
  return { state, answer: answerPost(request).then(({ status }) => status) }
}

/** Waits until as many requests wait for their turn. */
async function areWaiting(waiting: unknown[], count: number): Promise<void> {
  while (waiting.length < count) await turns(1)
}

test('a long body of the API waits unread while another of its account is worked on, and other accounts do not wait', async () => {
  const { waiting } = stopTime()
  const [account, other] = await Promise.all([testAccount(), testAccount()])
  await useUp(account)
  const held = byApi(account)
  await areWaiting(waiting, 1)
  expect(await byDashboard(other).then(({ answer }) => answer)).toBe(200)
  expect(held.state.read).toBe(0)
  resumeTime()
  waiting[0]?.()
  expect(await held.answer).toBe(201)
})

test('a long body of the dashboard waits unread in the same queue', async () => {
  const { waiting } = stopTime()
  const [account, other] = await Promise.all([testAccount(), testAccount()])
  await useUp(account)
  const held = await byDashboard(account)
  await areWaiting(waiting, 1)
  expect(await byApi(other).answer).toBe(201)
  expect(held.state.read).toBe(0)
  resumeTime()
  waiting[0]?.()
  expect(await held.answer).toBe(200)
})

test('a body without a length waits once it is long', async () => {
  const { waiting } = stopTime()
  const account = await testAccount()
  await useUp(account)
  const held = byApi(account, false)
  await areWaiting(waiting, 1)
  expect(held.state).toMatchObject({ read: 3 })
  resumeTime()
  waiting[0]?.()
  expect(await held.answer).toBe(201)
})

test('an account that would wait too long gets 429 with Retry-After from both doors, and short requests are answered', async () => {
  const account = await testAccount()
  setPace(new Pace(OPTIONS, { now: () => 0, later: () => {} }))
  onTestFinished(resumeTime)
  await enterLong(accountKey(account.account_id), 20_000_000)
  const { api_key } = account
  const { state, request } = sent('/v4/broadcasts', { content: LONG }, { 'X-Service-Api-Key': api_key })
  const answer = await rest.fetch(request)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '21'])
  expect(state.read).toBe(0)
  expect(await (await byDashboard(account)).answer).toBe(429)
  const short = new Request('http://envoi.test/v4/broadcasts', {
    method: 'POST',
    body: '{"content":"<p>x</p>"}',
    headers: { 'content-type': 'application/json', 'content-length': '22', 'X-Service-Api-Key': api_key },
  })
  expect((await rest.fetch(short)).status).toBe(201)
})

test('a preview of a long text waits, and nothing waits in a transaction, in a job or for a visitor', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id } = await app.broadcasts.create({ subject: 'x', content: '<p>x</p>' })
  const { waiting } = stopTime()
  await useUp(account)
  await app.broadcasts.update({ id, content: `<p>${LONG}</p>` })
  await textWork(systemCtx(account.account_id), 'shows', { html: [LONG] })
  expect(waiting).toHaveLength(0)
  const preview = app.broadcasts.preview({ id })
  await areWaiting(waiting, 1)
  resumeTime()
  waiting[0]?.()
  expect((await preview).html).toContain('word word')
})
