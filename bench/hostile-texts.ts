/**
 * Saves, previews and checks 50 hostile texts in a loop for one account, through the dashboard or the API, while another account reads a
 * subscriber through the API. Idle and busy rounds alternate. Prints the growth of its p95 and p99, and how often the event loop was blocked,
 * in processor time, which a busy machine does not affect.
 *
 *   node bench/hostile-texts.ts [--rounds 4] [--reads 300] [--door dashboard|api] [--abreast 1] [--pace off]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { systemCtx } from '../server/core/context.ts'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { createApiKey } from '../server/modules/api-keys/service.ts'
import { testAccount } from '../server/testing/account.ts'
import { dashboard } from '../server/testing/dashboard.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { addSubscribers } from '../server/testing/modules/sending.ts'
import { signedIn } from '../server/testing/signed-in.ts'
import type { Target } from './hostile-texts-client.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    reads: { type: 'string', default: '300' },
    door: { type: 'string', default: 'dashboard' },
    abreast: { type: 'string', default: '1' },
    pace: { type: 'string', default: 'on' },
  },
})
const SECRET_KEY = 'only-for-measuring-only-for-measuring'
const PAUSE_MS = 30
/** Requests per key, which allows 120 a minute. */
const OF_A_KEY = 100
/** The flags of `npm start`. */
const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=100']

interface Answer {
  held_ms: number[]
  answered: number
  refused: number
}

const file = (name: string) => path.join(import.meta.dirname, name)
const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const made = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: made.url, SECRET_KEY, APP_URL: 'http://localhost' })
openDatabase(made.url)
const product = fork(file('hostile-texts-server.ts'), [made.url, SECRET_KEY, values.pace], {
  execArgv: HEAP,
})
const [{ port }] = await once(product, 'message')
const address = `http://127.0.0.1:${port}`
const client = fork(file('hostile-texts-client.ts'), [address])

try {
  const [hostile, other_account] = await Promise.all([testAccount(), testAccount()])
  await addSubscribers(other_account, 1)
  const subscriber = await other_account.ctx.db.subscriber.findFirstOrThrow()
  const { id } = await dashboard(hostile).broadcasts.create({ subject: 'x', content: '<p>x</p>' })
  const target: Target = {
    origin: 'http://localhost',
    cookie: await signedIn(hostile),
    keys: await Promise.all(Array.from({ length: 20 }, () => newKey(hostile.account_id))),
    broadcast_id: id,
    door: values.door === 'api' ? 'api' : 'dashboard',
    abreast: Number(values.abreast),
  }
  const url = `${address}/v4/subscribers/${subscriber.id}`
  const read = async (requests = Number(values.reads)) => {
    const times: number[] = []
    while (times.length < requests) {
      const key = await newKey(other_account.account_id)
      const most = Math.min(OF_A_KEY, requests - times.length)
      const [some] = await once(fork(file('read-client.ts'), [url, key, String(most), String(PAUSE_MS)]), 'message')
      times.push(...(some as number[]))
    }
    return times
  }
  // Threads are started and code is compiled once, by whichever texts come first.
  client.send({ start: target })
  await read(100)
  await ask(client, { stop: true })
  const [idle, busy] = [newPart(), newPart()]
  for (let round = 0; round < Number(values.rounds); round++) {
    await ask(product, {})
    idle.times.push(...(await read()))
    idle.held_ms.push(...(await ask(product, {})).held_ms)
    client.send({ start: target })
    busy.times.push(...(await read()))
    busy.held_ms.push(...(await ask(product, {})).held_ms)
    const { answered, refused } = await ask(client, { stop: true })
    console.log({ round, answered, refused })
  }
  const [before, during] = [figuresOf(idle), figuresOf(busy)]
  const ratio = (name: keyof typeof before) => Number((during[name] / before[name]).toFixed(2))
  console.table({
    idle: before,
    busy: during,
    ratio: { median_ms: ratio('median_ms'), p95_ms: ratio('p95_ms'), p99_ms: ratio('p99_ms') },
  })
} finally {
  client.kill()
  product.kill()
  await once(product, 'exit')
  await closeDatabase()
  await server.close()
}

async function newKey(account_id: number): Promise<string> {
  const { key } = await createApiKey(systemCtx(account_id), { name: 'Measured', scope: 'public' })
  return key
}

async function ask(child: ChildProcess, message: object): Promise<Answer> {
  child.send(message)
  const [answer] = await once(child, 'message')
  return answer
}

function newPart(): { times: number[]; held_ms: number[] } {
  return { times: [], held_ms: [] }
}

function figuresOf({ times, held_ms }: ReturnType<typeof newPart>) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1))
  const countAbove = (ms: number) => held_ms.filter((held) => held > ms).length
  return {
    median_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    held_over_5_ms: countAbove(5),
    held_over_10_ms: countAbove(10),
    held_over_20_ms: countAbove(20),
    longest_ms: Math.round(Math.max(...held_ms)),
  }
}
