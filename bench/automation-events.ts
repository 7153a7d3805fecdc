/**
 * Measures the cost of automation events for writers: processor time per call, with and without the triggers that record events. Clicks
 * and finished sequences are written in sets by jobs: a call of "click" stores and settles 100 clicks, one of "finish" queues the last email
 * of a sequence for 2,000 subscribers. Blocks alternate, and the case without triggers is measured twice: half of the difference is noise.
 * Other processes do not count, because the time is read from PostgreSQL's own processes (/proc, Linux only).
 *
 *   node bench/automation-events.ts [--blocks 21] [--calls 300] [--only tag,untag] [--listening other]
 *
 * `--listening other`: an automation of the account waits for another tag. `--listening same`: one waits for the event itself.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { createCustomField } from '../server/modules/custom-fields/service.ts'
import { settleHits } from '../server/modules/delivery/tracking/settle.ts'
import { storeHit } from '../server/modules/delivery/tracking/store-hits.ts'
import { addToForms } from '../server/modules/forms/subscriptions/subscriptions.ts'
import { recordPurchase } from '../server/modules/purchases/record.ts'
import { PurchaseInput } from '../server/modules/purchases/schema.ts'
import { cachedDueAt } from '../server/modules/sequences/sending/schedule.ts'
import { advanceDue } from '../server/modules/sequences/sending/sending.ts'
import { updateSubscriber, upsertSubscriber } from '../server/modules/subscribers/service.ts'
import { tagSubscriber, untagSubscriber } from '../server/modules/tags/one-statement.ts'
import { createTag } from '../server/modules/tags/service.ts'
import { testAccount } from '../server/testing/account.ts'
import { liveAutomation } from '../server/testing/automations/live.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { makeSequence } from '../server/testing/modules/sequences.ts'
import { SECRET_KEY } from './list-data.ts'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '21' },
    calls: { type: 'string', default: '300' },
    only: { type: 'string' },
    listening: { type: 'string', default: '' },
  },
})
const [blocks, calls] = [Number(values.blocks), Number(values.calls)]
const uid = () => `u${randomUUID().slice(0, 8)}`
const VARIANTS = ['without', 'noting', 'without again'] as const
/** Number of calls after triggers were switched, because statements are planned again. */
const WARM_UP = 30
const SUBSCRIBERS = 2_000
const SET = 100
const anHourAgo = () => new Date(Date.now() - 3_600_000)

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: test_database.url, SECRET_KEY })
openDatabase(test_database.url, { max: 1 })

interface Cpu {
  postgres: number
  both: number
}

/** Returns a function for the microseconds of processor time of the only connection, and of it and this process together. */
async function processors(): Promise<() => Cpu> {
  const { rows } = await database().pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return () => {
    const postgres = Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
    const { user, system } = process.cpuUsage()
    return { postgres, both: postgres + user + system }
  }
}

try {
  const account = await testAccount()
  const { ctx } = account
  const ids = (
    await ctx.sql.rows<{ id: number }>(
      `insert into subscriber (account_id, email_address) select $1, 'moss' || n || '@example.net' from generate_series(1, ${SUBSCRIBERS}) n returning id`,
    )
  ).map(({ id }) => id)
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value.id
  const other = (await createTag(ctx, { name: 'Other' })).value.id
  if (values.listening === 'other')
    await liveAutomation(account, { triggers: [{ id: 't', on: { type: 'tag_added', tag_id: other } }] })
  const idOf = (n: number) => ids[n % ids.length] ?? 0
  const setOf = (n: number) => Array.from({ length: SET }, (_, i) => idOf(n * SET + i))
  const { account_id } = ctx
  const { id: product_id } = await ctx.db.product.create({ data: { account_id, name: 'Course', pid: 'course' } })
  let form_id = 0
  let mail_id = 0
  let sequence_id = 0
  let tag = 0
  const tags = async () => {
    tag = (await createTag(ctx, { name: `Tag ${performance.now()}` })).value.id
  }
  interface Case {
    table: string
    /** Calls per block, if different from the option. */
    calls?: number
    prepare?: () => Promise<void>
    call: (n: number) => Promise<unknown>
    /** Event that an automation would react to. */
    on?: () => object
  }
  const cases: Record<string, Case> = {
    tag: {
      table: 'tagging',
      prepare: tags,
      on: () => ({ type: 'tag_added', tag_id: tag }),
      call: (n) => tagSubscriber(ctx, { tag_id: tag, id: idOf(n) }),
    },
    untag: {
      table: 'tagging',
      prepare: async () => {
        await tags()
        await ctx.sql.run(
          'insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, unnest($3::bigint[])',
          [tag, ids],
        )
      },
      on: () => ({ type: 'tag_removed', tag_id: tag }),
      call: (n) => untagSubscriber(ctx, { tag_id: tag, id: idOf(n) }),
    },
    create: {
      table: 'subscriber',
      call: () => upsertSubscriber(ctx, { email_address: `n${performance.now()}@example.net`, first_name: 'Lin' }),
    },
    rename: {
      table: 'subscriber',
      call: (n) => updateSubscriber(ctx, { id: idOf(n), first_name: `Lin ${performance.now()}` }),
    },
    field: {
      table: 'subscriber',
      on: () => ({ type: 'field_changed', custom_field_id: plan, value: null }),
      call: (n) => updateSubscriber(ctx, { id: idOf(n), fields: { plan: `pro ${performance.now()}` } }),
    },
    join: {
      table: 'form_subscription',
      prepare: async () => {
        form_id = (
          await ctx.db.form.create({ data: { account_id, uid: uid(), name: 'Footer', format: 'inline', settings: {} } })
        ).id
      },
      on: () => ({ type: 'form_joined', form_id }),
      call: (n) => addToForms(ctx, { additions: [{ form_id, subscriber_id: idOf(n), referrer: null }] }),
    },
    purchase: {
      table: 'purchase_line',
      on: () => ({ type: 'purchased', product_id }),
      call: (n) =>
        recordPurchase(
          ctx,
          PurchaseInput.parse({
            email_address: `moss${(n % SUBSCRIBERS) + 1}@example.net`,
            transaction_id: uid(),
            products: [{ name: 'Course', pid: 'course', lid: '1' }],
          }),
        ),
    },
    click: {
      table: 'engagement',
      calls: 30,
      prepare: async () => {
        const { id: broadcast_id } = await ctx.db.broadcast.create({ data: { account_id } })
        mail_id = (await ctx.db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id, snapshot: {} } })).id
        await ctx.db.link.create({ data: { account_id, mail_id, number: 1, url: 'https://lin.example/' } })
        await ctx.sql.run(
          `insert into delivery (account_id, mail_id, subscriber_id, state, sent_at)
           select $1, $2, unnest($3::bigint[]), 'sent', $4`,
          [mail_id, ids, anHourAgo()],
        )
      },
      on: () => ({ type: 'link_clicked', url: 'https://lin.example/' }),
      call: async (n) => {
        const of = { account_id, mail_id, link_number: 1, url: null, evidence: null, user_agent: null }
        const hits = setOf(n).map((subscriber_id) => storeHit({ ...of, subscriber_id, occurred_at: anHourAgo() }))
        for (const { is_stored } of await Promise.all(hits)) if (!is_stored) throw new Error('A click was not stored')
        await settleHits(ctx)
      },
    },
    finish: {
      table: 'enrollment',
      calls: 1,
      prepare: async () => {
        const sequence = await makeSequence(account, { name: uid() })
        const email_id = await sequence.email({ delay_value: 0 })
        sequence_id = sequence.id
        await ctx.sql.run(
          `insert into enrollment (account_id, sequence_id, subscriber_id, delay_from, next_email_id, next_at)
           select $1, $2, unnest($3::bigint[]), $5::timestamptz - interval '1 day', $4, $5`,
          [sequence_id, ids, email_id, anHourAgo()],
        )
      },
      on: () => ({ type: 'sequence_completed', sequence_id }),
      call: async () => {
        const { claimed } = await advanceDue(ctx, sequence_id, cachedDueAt())
        if (claimed === 0) throw new Error('No subscriber was due')
      },
    },
  }
  const NOTING = `select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgname like '%\\_notes\\_%'`
  for (const [name, { table, prepare, call, on, calls: own }] of Object.entries(cases)) {
    if (values.only && !values.only.split(',').includes(name)) continue
    const { rows } = await database().pool.query<{ name: string }>(NOTING, [table])
    const times = Object.fromEntries(VARIANTS.map((variant) => [variant, [] as Cpu[]]))
    const count = own ?? calls
    const warm_up = own ? 0 : WARM_UP
    for (let block = -1; block < blocks; block++)
      for (const variant of VARIANTS) {
        const way = variant === 'noting' ? 'enable' : 'disable'
        for (const trigger of rows) await database().pool.query(`alter table ${table} ${way} trigger ${trigger.name}`)
        await prepare?.()
        if (values.listening === 'same' && on) await liveAutomation(account, { triggers: [{ id: 't', on: on() }] })
        const cpu = await processors()
        for (let n = 0; n < warm_up; n++) await call(n)
        const before = cpu()
        for (let n = warm_up; n < warm_up + count; n++) await call(n)
        const after = cpu()
        const of = (part: keyof Cpu) => (after[part] - before[part]) / count
        if (block >= 0) times[variant]?.push({ postgres: of('postgres'), both: of('both') })
      }
    for (const part of ['postgres', 'both'] as const) print(name, part, times)
  }
} finally {
  await closeDatabase()
  await test_database.drop()
  await server.close()
}

function print(name: string, part: keyof Cpu, times: Record<string, Cpu[]>): void {
  const of = (variant: string, block: number) => times[variant]?.[block]?.[part] ?? 0
  const all = Array.from({ length: blocks }, (_, block) => block)
  const bare = middle(all.flatMap((n) => [of('without', n), of('without again', n)]))
  // Compared with adjacent blocks, so slow changes of the machine do not count.
  const cost = middle(all.map((n) => of('noting', n) - (of('without', n) + of('without again', n)) / 2))
  const noise = middle(all.map((n) => Math.abs(of('without', n) - of('without again', n)) / 2))
  const share = (micros: number) => `${micros.toFixed(1)} µs, ${((100 * micros) / bare).toFixed(1)} %`
  const who = part === 'postgres' ? 'PostgreSQL' : 'PostgreSQL and Node'
  console.log(`${name}: ${bare.toFixed(1)} µs of ${who} without; noting ${share(cost)}; noise ${share(noise)}`)
}

function middle(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
}
