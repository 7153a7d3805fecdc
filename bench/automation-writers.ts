/**
 * Measures whether events of automations slow a request down: requests of `/v4` over eight connections to the product in a separate process,
 * with and without the database's triggers that record events. Blocks alternate, and the case without triggers is measured twice: the
 * difference is noise. A key may make 100,000 requests a minute, which more blocks would exceed.
 *
 *   node bench/automation-writers.ts [--blocks 30] [--requests 800] [--only tag,untag,field,join,purchase] [--listening]
 *
 * `--listening`: an automation waits for the effect of each request.
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
import { createCustomField } from '../server/modules/custom-fields/service.ts'
import { createTag } from '../server/modules/tags/service.ts'
import { testAccount } from '../server/testing/account.ts'
import { liveAutomation } from '../server/testing/automations/live.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { SECRET_KEY } from './list-data.ts'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '30' },
    requests: { type: 'string', default: '800' },
    only: { type: 'string' },
    listening: { type: 'boolean', default: false },
  },
})
const [blocks, requests] = [Number(values.blocks), Number(values.requests)]
const CONNECTIONS = 8
const VARIANTS = ['without', 'with', 'without again'] as const
const SUBSCRIBERS = 1_000

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: test_database.url, SECRET_KEY })
openDatabase(test_database.url)
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

await database().pool.query(
  `insert into instance_setting (name, value, updated_at) values ('api_key_limit', '100000', now()), ('app_limit', '100000', now())`,
)
const product = fork(path.join(import.meta.dirname, 'product-server.ts'), [test_database.url], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})

interface Ask {
  method: string
  path: string
  body?: object
  /** True for purchases, which belong to apps. */
  is_by_app?: true
}
interface Case {
  table: string
  /** Prepares each block. Returns the requests. */
  begin: () => Promise<(n: number) => Ask>
  /** Event that an automation would react to. */
  on: () => object
}

try {
  const account = await testAccount()
  const { ctx, api_key, token } = account
  const ids = (
    await ctx.sql.rows<{ id: number }>(
      `insert into subscriber (account_id, email_address) select $1, 'moss' || n || '@example.net' from generate_series(1, ${SUBSCRIBERS}) n returning id`,
    )
  ).map(({ id }) => id)
  const [{ port }] = (await once(product, 'message')) as [{ port: number }]
  const send = ({ method, path: address, body = {}, is_by_app }: Ask) =>
    new Promise<void>((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = {
        ...(is_by_app ? { Authorization: `Bearer ${token}` } : { 'X-Service-Api-Key': api_key }),
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      }
      request({ agent, port, path: address, method, headers }, (answer) => {
        answer.resume()
        answer.on('end', () =>
          (answer.statusCode ?? 500) < 300 ? resolve() : reject(new Error(`${address} answered ${answer.statusCode}`)),
        )
      })
        .on('error', reject)
        .end(text)
    })

  const { account_id } = ctx
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value.id
  const { id: product_id } = await ctx.db.product.create({ data: { account_id, name: 'Course', pid: 'course' } })
  const idOf = (n: number) => ids[n % ids.length]
  let [tag, form_id, made_up] = [0, 0, 0]
  const newTag = async () => {
    tag = (await createTag(ctx, { name: `Tag ${++made_up}` })).value.id
  }
  const cases: Record<string, Case> = {
    tag: {
      table: 'tagging',
      begin: async () => {
        await newTag()
        return (n) => ({ method: 'POST', path: `/v4/tags/${tag}/subscribers/${idOf(n)}` })
      },
      on: () => ({ type: 'tag_added', tag_id: tag }),
    },
    untag: {
      table: 'tagging',
      begin: async () => {
        await newTag()
        await ctx.sql.run(
          'insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, unnest($3::bigint[])',
          [tag, ids],
        )
        return (n) => ({ method: 'DELETE', path: `/v4/tags/${tag}/subscribers/${idOf(n)}` })
      },
      on: () => ({ type: 'tag_removed', tag_id: tag }),
    },
    field: {
      table: 'subscriber',
      begin: async () => (n) => ({
        method: 'PUT',
        path: `/v4/subscribers/${idOf(n)}`,
        body: { fields: { plan: `pro ${++made_up}` } },
      }),
      on: () => ({ type: 'field_changed', custom_field_id: plan, value: null }),
    },
    join: {
      table: 'form_subscription',
      begin: async () => {
        const uid = `f${++made_up}`
        const data = { account_id, uid, name: uid, format: 'inline', settings: {} } as const
        form_id = (await ctx.db.form.create({ data })).id
        return (n) => ({ method: 'POST', path: `/v4/forms/${form_id}/subscribers/${idOf(n)}` })
      },
      on: () => ({ type: 'form_joined', form_id }),
    },
    purchase: {
      table: 'purchase_line',
      begin: async () => (n) => ({
        method: 'POST',
        path: '/v4/purchases',
        is_by_app: true,
        body: {
          purchase: {
            email_address: `moss${(n % SUBSCRIBERS) + 1}@example.net`,
            transaction_id: `t${++made_up}`,
            products: [{ name: 'Course', pid: 'course', lid: '1' }],
          },
        },
      }),
      on: () => ({ type: 'purchased', product_id }),
    },
  }
  const NOTING = `select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgname like '%\\_notes\\_%'`
  for (const [name, { table, begin, on }] of Object.entries(cases)) {
    if (values.only && !values.only.split(',').includes(name)) continue
    const { rows: triggers } = await database().pool.query<{ name: string }>(NOTING, [table])
    const times = Object.fromEntries(VARIANTS.map((variant) => [variant, [] as number[]]))
    for (let block = -1; block < blocks; block++)
      for (const variant of VARIANTS) {
        const way = variant === 'with' ? 'enable' : 'disable'
        for (const trigger of triggers)
          await database().pool.query(`alter table ${table} ${way} trigger ${trigger.name}`)
        const ask = await begin()
        if (values.listening) await liveAutomation(account, { triggers: [{ id: 't', on: on() }] })
        const started_at = performance.now()
        let next = 0
        const connection = async () => {
          while (next < requests) await send(ask(next++))
        }
        await Promise.all(Array.from({ length: CONNECTIONS }, connection))
        // The first block is only for warming up.
        if (block >= 0) times[variant]?.push((performance.now() - started_at) / requests)
      }
    const timeOf = (variant: string, block: number) => times[variant]?.[block] ?? 0
    const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
    const bare = middle([...(times.without ?? []), ...(times['without again'] ?? [])])
    const all = Array.from({ length: blocks }, (_, block) => block)
    // Compared with adjacent blocks, so slow changes of the machine do not count.
    const cost = middle(all.map((n) => timeOf('with', n) - (timeOf('without', n) + timeOf('without again', n)) / 2))
    const noise = middle(all.map((n) => Math.abs(timeOf('without', n) - timeOf('without again', n)) / 2))
    const share = (ms: number) => `${((100 * ms) / bare).toFixed(1)} %`
    console.log(`${name}: ${bare.toFixed(4)} ms a request without; noting ${share(cost)}; noise ${share(noise)}`)
  }
} finally {
  product.kill()
  agent.destroy()
  await closeDatabase()
  await test_database.drop()
  await server.close()
}
