/**
 * Measures the cost of a large bulk request: its memory, and the delay of other requests.
 * Includes subscribers as an app would send them, and hostile bodies, which are all refused.
 *
 *   node bench/bulk-body.ts
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'

const MB = 2 ** 20
const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const database = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: database.url, SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks' })
openDatabase(database.url)
const product = fork(path.join(import.meta.dirname, 'bulk-body-server.ts'), [database.url], {
  execArgv: ['--expose-gc'],
})

try {
  const [{ port }] = await once(product, 'message')
  const list = (path: string, body: () => Buffer) => ({ address: `http://127.0.0.1:${port}${path}`, body })
  const cases = {
    'subscribers, 10 MB (warms up)': list('/v4/bulk/subscribers', () => subscribers(10)),
    'subscribers, 100 MB': list('/v4/bulk/subscribers', () => subscribers(100)),
    'subscribers, 299 MB': list('/v4/bulk/subscribers', () => subscribers(299)),
    'subscribers, 301 MB': list('/v4/bulk/subscribers', () => subscribers(301)),
    'brackets beside the list, 200 MB': list('/v4/bulk/tags', () => wrapped('{"x":[', '[],', '0],"tags":[{}]}', 200)),
    'brackets in an item, 200 MB': list('/v4/bulk/tags', () => wrapped('{"tags":[{"x":[', '[],', '0]}]}', 200)),
    'items of nothing, 200 MB': list('/v4/bulk/tags', () => wrapped('{"tags":[', '0,', '{"name":"a"}]}', 200)),
    'a long name, 200 MB': list('/v4/bulk/tags', () => wrapped('{"tags":[{"name":"', 'x', '"}]}', 200)),
  }
  for (const [name, { address, body }] of Object.entries(cases)) await measure(name, address, body())
} finally {
  product.kill()
  await once(product, 'exit')
  await closeDatabase()
  // The database is removed with its server.
  await server.close()
}

async function measure(name: string, address: string, body: Buffer): Promise<void> {
  // Each request gets the whole quota.
  const { token } = await testAccount()
  await ask(product, 'begin')
  const started_at = performance.now()
  const response = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: new Uint8Array(body),
  }).catch(() => undefined)
  await response?.text()
  const seconds = (performance.now() - started_at) / 1000
  const { grew, held_up_ms } = await ask(product, 'end')
  console.log(
    [
      name.padEnd(34),
      // If a request is refused while it is being sent, a client may see the connection end before the response.
      String(response?.status ?? 'cut').padStart(4),
      `${seconds.toFixed(1)} s`.padStart(8),
      `grew by ${Math.round(grew / MB)} MB (${(grew / body.length).toFixed(2)} of the body)`.padStart(36),
      `held up ${Math.round(held_up_ms)} ms`.padStart(18),
    ].join(''),
  )
}

async function ask(child: ChildProcess, message: string): Promise<{ grew: number; held_up_ms: number }> {
  child.send(message)
  const [answer] = await once(child, 'message')
  return answer
}

function subscribers(megabytes: number): Buffer {
  const parts: string[] = []
  for (let i = 0, size = 0; size < megabytes * MB; i++) {
    const subscriber = `{"first_name":"Name${i}","email_address":"subscriber.${i}@mail${i % 97}.example"}`
    size += subscriber.length + 1
    parts.push(subscriber)
  }
  return Buffer.from(`{"subscribers":[${parts.join(',')}]}`)
}

function wrapped(head: string, filling: string, tail: string, megabytes: number): Buffer {
  return Buffer.concat([Buffer.from(head), Buffer.alloc(megabytes * MB, filling), Buffer.from(tail)])
}
