/**
 * Measures how fast due subscribers of a sequence are claimed and planned, against the minimum that claims the same number of rows of the table:
 * an UPDATE of rows locked with SKIP LOCKED, in sets of the same size. `waiting`: subscribers are due, but their email comes later. `sending`:
 * they also get a delivery. Variants alternate, round after round; medians are printed.
 *
 *   node bench/enrollments.ts [--subscribers 500000] [--rounds 3]
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, database, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { CLAIM_LIMIT } from '../server/modules/sequences/sending/claim.ts'
import { cachedDueAt } from '../server/modules/sequences/sending/schedule.ts'
import { advanceDue } from '../server/modules/sequences/sending/sending.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { makeSequence } from '../server/testing/modules/sequences.ts'

const { values } = parseArgs({
  options: { subscribers: { type: 'string', default: '500000' }, rounds: { type: 'string', default: '3' } },
})
const subscribers = Number(values.subscribers)

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

const rates: Record<string, number[]> = {}
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    await measure('bare UPDATE ... SKIP LOCKED', 0, bareUpdate)
    await measure('waiting, claimed and planned', 5, advanceAll)
    await measure('sending, claimed, planned and enqueued', 0, advanceAll)
  }
  for (const [name, all] of Object.entries(rates))
    console.log(
      name.padEnd(40),
      Math.round(median(all)).toLocaleString('en').padStart(9),
      all.map(Math.round).join(' '),
    )
} finally {
  await closeDatabase()
  await test_database.drop()
  await server.close()
}

type Prepared = Awaited<ReturnType<typeof prepare>>

async function measure(name: string, days: number, run: (prepared: Prepared) => Promise<void>): Promise<void> {
  const prepared = await prepare(days)
  const started = performance.now()
  await run(prepared)
  const rate = subscribers / ((performance.now() - started) / 1000)
  rates[name] = [...(rates[name] ?? []), rate]
  console.log(`  ${name}: ${Math.round(rate).toLocaleString('en')}/s`)
}

/** Creates an account whose subscribers joined a sequence yesterday and are due. Its first email comes after this number of days. */
async function prepare(days: number) {
  const account = await testAccount()
  const { ctx } = account
  const sequence = await makeSequence(account)
  const first = await sequence.email({ subject: 'One', delay_value: days })
  await sequence.email({ subject: 'Two' })
  await ctx.sql.run(
    `insert into subscriber (account_id, email_address) select $1, 'subscriber' || n || '@example.net' from generate_series(1, $2::int) n`,
    [subscribers],
  )
  await ctx.sql.run(
    `insert into enrollment (account_id, sequence_id, subscriber_id, delay_from, next_email_id, next_at)
     select $1, $2, id, $4::timestamptz - interval '1 day', $3, $4::timestamptz - interval '1 minute' from subscriber where account_id = $1`,
    [sequence.id, first, ctx.now()],
  )
  await database().pool.query('vacuum analyze subscriber')
  await database().pool.query('vacuum analyze enrollment')
  return { ctx, id: sequence.id }
}

async function advanceAll({ ctx, id }: Prepared): Promise<void> {
  const due_for = cachedDueAt()
  let left = subscribers
  while (left > 0) {
    const { claimed } = await advanceDue(ctx, id, due_for)
    if (claimed === 0) throw new Error(`${left} subscribers were not claimed`)
    left -= claimed
  }
}

async function bareUpdate({ ctx, id }: Prepared): Promise<void> {
  for (let remaining = subscribers; remaining > 0; ) {
    const { length } = await ctx.sql.rows(
      `with due as (
         select subscriber_id from enrollment where account_id = $1 and sequence_id = $2 and state = 'active' and next_at <= $3
         order by next_at limit $4 for update skip locked
       )
       update enrollment e set next_at = $3::timestamptz + interval '1 day' from due where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = due.subscriber_id returning 1`,
      [id, ctx.now(), CLAIM_LIMIT],
    )
    if (length === 0) throw new Error(`${remaining} subscribers were not claimed`)
    remaining -= length
  }
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
}
