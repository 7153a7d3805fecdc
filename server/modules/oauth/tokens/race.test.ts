import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, onTestFinished, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { type TestClient, testClient, testCode, testTokens, VERIFIER } from '../../../testing/modules/oauth.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/oauth-child.ts')
const ROUNDS = 5

interface Racer {
  child: ChildProcess
  line: () => Promise<string>
}

/** Starts a process that opens its database and waits for a signal. */
async function startRacer(bodies: string[]): Promise<Racer> {
  const { SECRET_KEY, DATA_DIR } = env()
  const settings = { NODE_ENV: 'test', DATABASE_URL: inject('database_url'), SECRET_KEY, DATA_DIR }
  const job = JSON.stringify({ settings, bodies })
  const child = spawn(process.execPath, [SCRIPT, job], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => String((await lines.next()).value)
  expect(await line()).toBe('ready')
  return { child, line }
}

/** Sends all bodies from both processes at the same time. Returns the results by body. */
async function race(bodies: string[]): Promise<string[][]> {
  const racers = await Promise.all([startRacer(bodies), startRacer(bodies)])
  for (const { child } of racers) child.stdin?.write('go\n')
  const results = await Promise.all(racers.map(async ({ line }) => JSON.parse(await line()) as string[]))
  await Promise.all(racers.map(({ child }) => child.exitCode ?? once(child, 'exit')))
  return bodies.map((_, i) => results.map((result) => result[i] ?? 'nothing').sort())
}

const bodyOf = ({ client_id, client_secret = '' }: TestClient, more: Record<string, string>) =>
  new URLSearchParams({ client_id, client_secret, ...more }).toString()

test('when two processes use the same codes and refresh tokens, each works once [O3, O15]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const bodies: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const code = await testCode(account, client)
    const [redirect_uri, code_verifier] = [client.redirect_uri, VERIFIER]
    bodies.push(bodyOf(client, { grant_type: 'authorization_code', code, redirect_uri, code_verifier }))
    const { refresh_token } = await testTokens(account, client)
    bodies.push(bodyOf(client, { grant_type: 'refresh_token', refresh_token }))
  }
  const before = await unscoped().oauthToken.count({ where: { app_id: client.id } })
  expect(await race(bodies)).toEqual(bodies.map(() => ['invalid_grant', 'won']))
  expect(await unscoped().oauthToken.count({ where: { app_id: client.id } })).toBe(before + bodies.length)
})
