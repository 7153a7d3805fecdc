/**
 * What writers pay for events of automations: processor time of PostgreSQL for each call, with the triggers that note events and without them.
 * Clicks and finished sequences are written in sets by jobs: a call is the bare statement for 100, which is a part of what the job does. Blocks alternate, and the case without them is measured twice: half of what lies between these two is noise. Time that others
 * use on the machine does not count, because PostgreSQL's own processes are asked (/proc, Linux only).
 *
 *   node bench/automation-events.ts [--blocks 21] [--calls 300] [--only tag,untag] [--listening other]
 *
 * `--listening other`: an automation of the account listens to another tag. `--listening same`: one listens to what happens.
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
import { addToForms } from '../server/modules/forms/subscriptions/subscriptions.ts'
import { recordPurchase } from '../server/modules/purchases/record.ts'
import { PurchaseInput } from '../server/modules/purchases/schema.ts'
import { updateSubscriber, upsertSubscriber } from '../server/modules/subscribers/service.ts'
import { tagSubscriber, untagSubscriber } from '../server/modules/tags/one-statement.ts'
import { createTag } from '../server/modules/tags/service.ts'
import { testAccount } from '../server/testing/account.ts'
import { liveAutomation } from '../server/testing/automations/live.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
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
/** Calls after triggers were switched: statements are planned again. */
const WARM_UP = 30
const SUBSCRIBERS = 2_000
const SET = 100

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const made = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: made.url, SECRET_KEY })
openDatabase(made.url, { max: 1 })

/** Microseconds of processor time of the one connection. */
async function backend(): Promise<() => number> {
  const { rows } = await database().pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return () => Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
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
  let link_id = 0
  let sequence_id = 0
  let tag = 0
  const tags = async () => {
    tag = (await createTag(ctx, { name: `Tag ${performance.now()}` })).value.id
  }
  interface Case {
    table: string
    prepare?: () => Promise<void>
    call: (n: number) => Promise<unknown>
    /** What an automation would listen to. */
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
      prepare: async () => {
        const { id: broadcast_id } = await ctx.db.broadcast.create({ data: { account_id } })
        mail_id = (await ctx.db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id } })).id
        link_id = (await ctx.db.link.create({ data: { account_id, mail_id, number: 1, url: 'https://lin.example/' } }))
          .id
      },
      on: () => ({ type: 'link_clicked', url: 'https://lin.example/' }),
      call: (n) =>
        ctx.sql.run(
          `insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, link_id)
             select $1, 'click', s, $2, 1, $3 from unnest($4::bigint[]) s`,
          [mail_id, link_id, setOf(n)],
        ),
    },
    finish: {
      table: 'enrollment',
      prepare: async () => {
        sequence_id = (await ctx.db.sequence.create({ data: { account_id, name: uid(), time_zone: 'UTC' } })).id
        await ctx.sql.run(
          'insert into enrollment (account_id, sequence_id, subscriber_id) select $1, $2, unnest($3::bigint[])',
          [sequence_id, ids],
        )
      },
      on: () => ({ type: 'sequence_completed', sequence_id }),
      // Each set finishes and begins again, which is not an event.
      call: (n) =>
        ctx.sql.run(
          `update enrollment set state = case when $3 then 'completed' else 'active' end::enrollment_state, completed_at = now()
             where account_id = $1 and sequence_id = $2 and subscriber_id = any ($4::bigint[])`,
          [sequence_id, n % 2 === 0, setOf(Math.floor(n / 2))],
        ),
    },
  }
  const NOTING = `select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgname like '%\\_notes\\_%'`
  for (const [name, { table, prepare, call, on }] of Object.entries(cases)) {
    if (values.only && !values.only.split(',').includes(name)) continue
    const { rows } = await database().pool.query<{ name: string }>(NOTING, [table])
    const times = Object.fromEntries(VARIANTS.map((variant) => [variant, [] as number[]]))
    for (let block = -1; block < blocks; block++)
      for (const variant of VARIANTS) {
        const way = variant === 'noting' ? 'enable' : 'disable'
        for (const trigger of rows) await database().pool.query(`alter table ${table} ${way} trigger ${trigger.name}`)
        await prepare?.()
        if (values.listening === 'same' && on) await liveAutomation(account, { triggers: [{ id: 't', on: on() }] })
        const cpu = await backend()
        for (let n = 0; n < WARM_UP; n++) await call(n)
        const before = cpu()
        for (let n = WARM_UP; n < WARM_UP + calls; n++) await call(n)
        if (block >= 0) times[variant]?.push((cpu() - before) / calls)
      }
    const of = (variant: string, block: number) => times[variant]?.[block] ?? 0
    const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
    const bare = middle([...(times.without ?? []), ...(times['without again'] ?? [])])
    const all = Array.from({ length: blocks }, (_, block) => block)
    // Compared with the blocks beside it, so what changes slowly on the machine does not count.
    const cost = middle(all.map((n) => of('noting', n) - (of('without', n) + of('without again', n)) / 2))
    const noise = middle(all.map((n) => Math.abs(of('without', n) - of('without again', n)) / 2))
    const share = (micros: number) => `${micros.toFixed(1)} µs, ${((100 * micros) / bare).toFixed(1)} %`
    console.log(`${name}: ${bare.toFixed(1)} µs of PostgreSQL without; noting ${share(cost)}; noise ${share(noise)}`)
  }
} finally {
  await closeDatabase()
  await made.drop()
  await server.close()
}
