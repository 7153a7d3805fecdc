/**
 * Measures how fast automations move subscribers, the cost of a million waiting ones, and the cost of events for writers:
 *
 * - `steps`: five steps (tag, wait of zero, condition, field, tag), against the bare statements with the same effects.
 * - `due`: finding 10,000 due runs among a million waiting ones, against the bare indexed query that locks them; and claiming them, which also
 *   locks their subscribers, against one query that locks both.
 * - `writers`: tagging one subscriber, as `POST /v4/tags/:id/subscribers/:id` does, with and without a waiting automation, against the same with
 *   the database's triggers disabled. Variants alternate.
 *
 *   node bench/automations.ts [--subscribers 200000] [--waiting 1000000] [--requests 400] [--rounds 3]
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { configureLog } from '../server/core/log.ts'
import { write } from '../server/core/write/write.ts'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { advanceAutomation } from '../server/modules/automations/running/advance.ts'
import { claimDue, lockDue, placeOf } from '../server/modules/automations/running/claim.ts'
import { createCustomField } from '../server/modules/custom-fields/service.ts'
import { tagSubscriber } from '../server/modules/tags/one-statement.ts'
import { createTag } from '../server/modules/tags/service.ts'
import { type TestAccount, testAccount } from '../server/testing/account.ts'
import { liveAutomation } from '../server/testing/automations/live.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { same } from './same.ts'

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '200000' },
    waiting: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '3' },
  },
})
const [subscribers, waiting_runs, requests, rounds] = [
  Number(values.subscribers),
  Number(values.waiting),
  Number(values.requests),
  Number(values.rounds),
]
const DUE = 10_000
const ROLLBACK = new Error('rolled back')
/** Requests of one variant before the next. */
const BLOCK = 100

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const test_database = await makeDatabase(server.url)
configureLog('silent')
setEnv({
  NODE_ENV: 'test',
  DATABASE_URL: test_database.url,
  SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks',
  BASE_URL: 'https://mail.studio.example',
})
openDatabase(test_database.url)

try {
  if (subscribers > 0) await steps()
  if (waiting_runs > 0) await due()
  if (requests > 0) await writers()
} finally {
  await closeDatabase()
  await test_database.drop()
  await server.close()
}

/** Returns the duration in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function print(what: string, ms: number, bare_ms: number): void {
  console.log(
    `${what.padEnd(48)} ${ms.toFixed(0).padStart(8)} ms, bare ${bare_ms.toFixed(0)} ms, ratio ${(bare_ms / ms).toFixed(2)}`,
  )
}

async function crowd(count: number) {
  const account = await testAccount()
  await account.ctx.sql.run(
    `insert into subscriber (account_id, email_address, first_name)
     select $1, 'subscriber' || n || '@example.net', 'Lin' from generate_series(1, $2::int) n`,
    [count],
  )
  await database().pool.query('analyze subscriber')
  return account
}

async function tagOf({ ctx }: TestAccount, name: string): Promise<number> {
  return (await createTag(ctx, { name })).value.id
}

async function enterAll({ ctx }: TestAccount, automation_id: number, step_id: string): Promise<void> {
  await ctx.sql.run(
    `insert into automation_run (account_id, automation_id, subscriber_id, version, state, step_id, due_at, arrived_at, entered_at)
     select $1, $2, id, 1, 'ready', $3, $4, $4, $4 from subscriber where account_id = $1`,
    [automation_id, step_id, ctx.now()],
  )
  await database().pool.query('analyze automation_run')
}

async function steps(): Promise<void> {
  const bare = await crowd(subscribers)
  const { sql } = bare.ctx
  const [first, second_tag] = [await tagOf(bare, 'First'), await tagOf(bare, 'Second')]
  const plan = (await createCustomField(bare.ctx, { label: 'Plan' })).value.id
  const TAG = `insert into tagging (account_id, tag_id, subscriber_id, tagged_at, is_listened_to)
    select $1, $2, id, $3, null from subscriber where account_id = $1`
  const bare_ms = await timed(async () => {
    await sql.run(TAG, [first, bare.ctx.now()])
    await sql.run(`select count(*) from tagging where account_id = $1 and tag_id = $2`, [first])
    await sql.run(
      `with changed as (
         update subscriber s set fields = s.fields || jsonb_build_object(f.slot, 'pro'), updated_at = $3 from custom_field f
         where s.account_id = $1 and f.account_id = $1 and f.id = $2 returning s.id
       ) insert into subscriber_change (account_id, subscriber_id, kind, object, data, at)
       select $1, id, 'field_changed', $2::int::text, '{"from": null, "to": "pro"}', $3 from changed`,
      [plan, bare.ctx.now()],
    )
    await sql.run(TAG, [second_tag, bare.ctx.now()])
  })
  const account = await crowd(subscribers)
  const [a, b] = [await tagOf(account, 'First'), await tagOf(account, 'Second')]
  const field = (await createCustomField(account.ctx, { label: 'Plan' })).value.id
  const { id } = await liveAutomation(account, {
    steps: [
      { id: 'a', kind: 'action', action: { type: 'add_tag', tag_id: a }, next: 'w' },
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 0 }, next: 'c' },
      {
        id: 'c',
        kind: 'condition',
        filter: { all: [{ type: 'tags', any: [{ type: 'ids', matching: [a] }] }] },
        yes: 'f',
        no: null,
      },
      { id: 'f', kind: 'action', action: { type: 'set_field', custom_field_id: field, value: 'pro' }, next: 'b' },
      { id: 'b', kind: 'action', action: { type: 'add_tag', tag_id: b }, next: null },
    ],
  })
  await enterAll(account, id, 'a')
  const ms = await timed(() => advanceAutomation(account.ctx, { id, work_ms: 3_600_000 }))
  same('effects', await effects(account), await effects(bare))
  same('completed', await account.ctx.db.automationRun.count({ where: { state: 'completed' } }), subscribers)
  print(`five steps of ${subscribers.toLocaleString('en')}`, ms, bare_ms)
}

function effects({ ctx }: TestAccount) {
  return ctx.sql.one(
    `select (select count(*)::int from tagging where account_id = $1) as taggings,
       (select count(*)::int from subscriber where account_id = $1 and fields <> '{}') as fields,
       (select count(*)::int from subscriber_change where account_id = $1) as changes`,
  )
}

async function due(): Promise<void> {
  const account = await crowd(waiting_runs)
  const { ctx } = account
  const { id } = await liveAutomation(account, {
    steps: [{ id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: null }],
  })
  const { id: emptier } = await liveAutomation(account, {})
  await ctx.sql.run(
    `insert into automation_run (account_id, automation_id, subscriber_id, version, state, step_id, due_at, arrived_at, entered_at)
     select $1, $2, id, 1, 'waiting', 'w', $3::timestamptz + case when mod(id, $4) = 0 then interval '-1 second' else interval '1 day' end, $3, $3
     from subscriber where account_id = $1`,
    [id, ctx.now(), Math.max(1, Math.round(waiting_runs / DUE))],
  )
  await database().pool.query('vacuum analyze automation_run')
  const looks = (automation_id: number) =>
    timed(async () => {
      for (let i = 0; i < 100; i++) await advanceAutomation(ctx, { id: automation_id, work_ms: 1_000 })
    })
  const BARE = `from automation_run r where r.account_id = $1 and r.automation_id = $2 and r.ended_at is null and r.due_at <= $3`
  const times = { bare: [] as number[], found: [] as number[], bare_locked: [] as number[], claimed: [] as number[] }
  let found_runs = 0
  for (let round = 0; round < rounds + 1; round++) {
    const ms = {
      bare: await undone(account, (tx) =>
        tx.sql.rows(
          `select r.id, r.subscriber_id, r.version, r.step_id ${BARE} order by r.due_at limit $4 for update skip locked`,
          [id, tx.now(), DUE],
        ),
      ),
      found: await undone(account, (tx) =>
        inSets(async (from, limit) => {
          const runs = await lockDue(tx, { automation_id: id, limit, from })
          return { last: placeOf(runs.at(-1)), is_full: runs.length === limit }
        }),
      ),
      bare_locked: await undone(account, (tx) =>
        tx.sql.rows(
          `select r.id, r.subscriber_id, r.version, r.step_id, s.state, s.time_zone
           ${BARE.replace(' where ', ' join subscriber s on s.account_id = $1 and s.id = r.subscriber_id where ')}
           order by r.due_at limit $4 for no key update skip locked`,
          [id, tx.now(), DUE],
        ),
      ),
      claimed: await undone(account, (tx) => {
        found_runs = 0
        return inSets(async (from, limit) => {
          const claim = await claimDue(tx, { automation_id: id, limit, from })
          found_runs += claim.runs.length
          return claim
        })
      }),
    }
    // The first round fills the caches.
    if (round > 0) for (const name of ['bare', 'found', 'bare_locked', 'claimed'] as const) times[name].push(ms[name])
  }
  same('due', found_runs, Math.floor(waiting_runs / Math.max(1, Math.round(waiting_runs / DUE))))
  const of = `${found_runs.toLocaleString('en')} of ${waiting_runs.toLocaleString('en')}`
  print(`finding ${of}`, median(times.found), median(times.bare))
  print(`claiming ${of}, with their subscribers`, median(times.claimed), median(times.bare_locked))
  await ctx.sql.run(
    `update automation_run set due_at = $3::timestamptz + interval '1 day' where account_id = $1 and automation_id = $2 and due_at <= $3`,
    [id, ctx.now()],
  )
  await database().pool.query('vacuum automation_run')
  const [full, empty] = [await looks(id), await looks(emptier)]
  print(
    `a look at ${waiting_runs.toLocaleString('en')} who wait, to one at an automation without anyone`,
    full / 100,
    empty / 100,
  )
}

type Place = Parameters<typeof claimDue>[1]['from']

/** Processes due runs like workers, in sets of a thousand. */
async function inSets(claim: (from: Place, limit: number) => Promise<{ last: Place; is_full: boolean }>) {
  for (let from: Place = null; ; ) {
    const { last, is_full } = await claim(from, 1_000)
    if (!is_full) return
    from = last
  }
}

/** Returns the duration of a transaction that is rolled back. */
async function undone(
  { ctx }: TestAccount,
  work: (tx: Parameters<Parameters<typeof write>[1]>[0]) => Promise<unknown>,
) {
  let ms = 0
  await write(ctx, async (tx) => {
    ms = await timed(() => work(tx))
    throw ROLLBACK
  }).catch((error: unknown) => {
    if (error !== ROLLBACK) throw error
  })
  return ms
}

async function writers(): Promise<void> {
  const account = await crowd(1_000)
  const ids = (
    await account.ctx.sql.rows<{ id: number }>('select id from subscriber where account_id = $1 order by id')
  ).map(({ id }) => id)
  const tags = {
    off: await tagOf(account, 'Off'),
    silent: await tagOf(account, 'silent'),
    awaited: await tagOf(account, 'Awaited'),
  }
  const switchTriggers = (way: 'enable' | 'disable') => database().pool.query(`alter table tagging ${way} trigger user`)
  const times: Record<keyof typeof tags, number[]> = { off: [], silent: [], awaited: [] }
  for (let done_requests = 0; done_requests < requests; done_requests += BLOCK)
    for (const name of ['off', 'silent', 'awaited'] as const) {
      await switchTriggers(name === 'off' ? 'disable' : 'enable')
      await account.ctx.sql.run('delete from automation_listener where account_id = $1')
      if (name === 'awaited')
        await liveAutomation(account, { triggers: [{ id: 't', on: { type: 'tag_added', tag_id: tags.awaited } }] })
      for (let n = done_requests; n < done_requests + BLOCK; n++) {
        const id = ids[n % ids.length] ?? 0
        times[name].push(await timed(() => tagSubscriber(account.ctx, { tag_id: tags[name], id })))
      }
    }
  await switchTriggers('enable')
  // Other load on the machine affects the lower quartile least.
  for (const [label, part] of [['median', 0.5] as const, ['lower quartile', 0.25] as const]) {
    const of = (name: keyof typeof tags) => quantile(times[name], part)
    const change = (name: keyof typeof tags) =>
      `${of(name).toFixed(3)} ms (${(100 * (of(name) / of('off') - 1)).toFixed(1)} %)`
    console.log(
      `tagging one subscriber, ${label}: without triggers ${of('off').toFixed(3)} ms, nothing listens ${change('silent')}, an automation listens ${change('awaited')}`,
    )
  }
}

function quantile(all: readonly number[], part: number): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * part)] ?? 0
}

function median(all: readonly number[]): number {
  return quantile(all, 0.5)
}
