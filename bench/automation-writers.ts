/**
 * Whether a request notices events that no automation listens to: `POST /v4/tags/:tag/subscribers/:id` over eight connections to the product
 * in a process of its own, with the database's triggers for automations and without them. Blocks alternate, and the case without them is
 * measured twice: what lies between these two is noise. A key may make 100,000 requests a minute, which more blocks would exceed.
 *
 *   node bench/automation-writers.ts [--blocks 30] [--requests 800]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { createTag } from '../server/modules/tags/service.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { SECRET_KEY } from './list-data.ts'

const { values } = parseArgs({
  options: { blocks: { type: 'string', default: '30' }, requests: { type: 'string', default: '800' } },
})
const [blocks, requests] = [Number(values.blocks), Number(values.requests)]
const CONNECTIONS = 8
const VARIANTS = ['without', 'unheard', 'without again'] as const

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const made = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: made.url, SECRET_KEY })
openDatabase(made.url)
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

await database().pool.query(
  `insert into instance_setting (name, value, updated_at) values ('api_key_limit', '100000', now())`,
)
const product = fork(path.join(import.meta.dirname, 'product-server.ts'), [made.url], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})

try {
  const { ctx, api_key } = await testAccount()
  const { rows } = await database().pool.query<{ id: string }>(
    `insert into subscriber (account_id, email_address) select $1, 'moss' || n || '@example.net' from generate_series(1, 1000) n returning id`,
    [ctx.account_id],
  )
  const [{ port }] = (await once(product, 'message')) as [{ port: number }]
  const ask = (tag: number, n: number) =>
    new Promise<void>((resolve, reject) => {
      const address = `/v4/tags/${tag}/subscribers/${rows[n % rows.length]?.id}`
      const headers = { 'X-Service-Api-Key': api_key, 'Content-Type': 'application/json', 'Content-Length': 2 }
      request({ agent, port, path: address, method: 'POST', headers }, (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 201 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
        )
      })
        .on('error', reject)
        .end('{}')
    })
  const times = Object.fromEntries(VARIANTS.map((name) => [name, [] as number[]]))
  for (let block = -1; block < blocks; block++)
    for (const name of VARIANTS) {
      const { id: tag } = (await createTag(ctx, { name: `${name} ${block}` })).value
      const triggers = `tagging ${name === 'unheard' ? 'enable' : 'disable'} trigger user`
      await database().pool.query(`alter table ${triggers}`)
      const started = performance.now()
      let next = 0
      const connection = async () => {
        while (next < requests) await ask(tag, next++)
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, connection))
      // The first block only warms up.
      if (block >= 0) times[name]?.push((performance.now() - started) / requests)
    }
  const middle = (name: string) => (times[name] ?? []).toSorted((a, b) => a - b)[Math.floor(blocks / 2)] ?? 0
  const bare = middle('without')
  for (const name of VARIANTS)
    console.log(`${name}: ${middle(name).toFixed(4)} ms a request (${(100 * (middle(name) / bare - 1)).toFixed(1)} %)`)
} finally {
  product.kill()
  agent.destroy()
  await closeDatabase()
  await made.drop()
  await server.close()
}
