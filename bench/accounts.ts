// Lists of administrators with a million accounts and users, and the samples of the overview. Prints the time of the first page for each filter
// and order, including its total, on the second request: node bench/accounts.ts [accounts]
import path from 'node:path'
import pg from 'pg'
import { makeCtx } from '../server/core/context.ts'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { storeSubscriberCounts } from '../server/modules/accounts/settings/subscriber-order.ts'
import { listAllAccounts } from '../server/modules/admin/accounts/list.ts'
import { AccountsQuery } from '../server/modules/admin/accounts-schema.ts'
import { readApiUse } from '../server/modules/admin/overview/api-use.ts'
import { sampleFigures } from '../server/modules/admin/overview/sample.ts'
import { listUsers } from '../server/modules/admin/users/list.ts'
import { UsersQuery } from '../server/modules/admin/users-schema.ts'
import { makeDatabase } from '../server/testing/database/database.ts'

const COUNT = Number(process.argv[2] ?? 1_000_000)

const NAME = `(array['Kitchen Table','Moss Weekly','Analog Sound','Paper Boats','Night Garden','Slow Post'])[1 + i % 6] || ' ' || md5(i::text)`
const DATA = [
  `insert into users (id, email, name, email_verified_at, email_proof)
   select i, 'user' || i || '@studio' || i % 5000 || '.example', 'Name ' || md5('u' || i), now(), case when i % 50 > 0 then 'operator'::address_proof end
   from generate_series(1, ${COUNT}) i`,
  `insert into account (id, name, plan_type, sending_disabled, trial_lapse_date)
   select i, ${NAME}, case when i % 20 = 0 then 'creator_pro' when i % 3 = 0 then 'creator' else 'free' end, i % 1000 = 0,
     case when i % 30 = 0 then now() + interval '5 days' end from generate_series(1, ${COUNT}) i`,
  `insert into membership (account_id, user_id, role) select i, i, 'owner' from generate_series(1, ${COUNT}) i`,
  `insert into subscriber_count (account_id, state, change)
   select i, s.state, (i::bigint * 7919) % 5000 from generate_series(1, ${COUNT}) i, (values ('active'::subscriber_state), ('cancelled')) s(state)`,
  `insert into sending_guard (account_id, domain, state, cause, sent, hard_bounced, complained, since)
   select i, 'studio.example', case when i % 5000 = 0 then 'paused' else 'warned' end, 'bounces', 100, 9, 0, now()
   from generate_series(1000, ${COUNT}, 1000) i`,
  `insert into api_day (account_id, day, kind, subject_id, requests)
   select i, current_date - d, 'api_key', i, i % 1000 from generate_series(10, ${COUNT}, 100) i, generate_series(0, 29) d`,
]

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const database = await makeDatabase(server.url)
configureLog('silent')
setEnv({
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks',
  BASE_URL: 'https://mail.studio.example',
})
openDatabase(database.url)
const session = new pg.Client(database.url)
await session.connect()
for (const sql of DATA) await session.query(sql)
for (let after: number | null = 0; after !== null; after = await storeSubscriberCounts(after));
await session.query('vacuum analyze')

const ctx = makeCtx({
  account_id: 1,
  actor: { kind: 'administrator', user_id: 1, ip: '127.0.0.1', written: { entries: 0 } },
})
const accounts = (query: object) => () =>
  listAllAccounts(ctx, AccountsQuery.parse({ per_page: 50, include_total_count: true, ...query }))
const users = (query: object) => () =>
  listUsers(ctx, UsersQuery.parse({ per_page: 50, include_total_count: true, ...query }))
const CASES: Record<string, () => Promise<unknown>> = {
  'accounts, newest': accounts({}),
  'accounts, by name': accounts({ sort: 'name' }),
  'accounts, most subscribers': accounts({ sort: 'subscribers' }),
  'accounts, suspended': accounts({ state: 'suspended' }),
  'accounts, active': accounts({ state: 'active' }),
  'accounts, on trial': accounts({ state: 'trial' }),
  'accounts, of a plan': accounts({ plan_type: 'creator_pro' }),
  'accounts, paused': accounts({ reputation: 'paused' }),
  'accounts, warned': accounts({ reputation: 'warned' }),
  'accounts, good': accounts({ reputation: 'good' }),
  'accounts, search for one address': accounts({ search: `user${COUNT - 7}@` }),
  'accounts, search for part of a name': accounts({ search: 'c4ca42' }),
  'accounts, search for a common word': accounts({ search: 'kitchen' }),
  'accounts, search for two characters': accounts({ search: 'ki' }),
  'accounts, search for an ID': accounts({ search: String(COUNT - 3) }),
  'users, newest': users({}),
  'users, search for one address': users({ search: `user${COUNT - 7}@` }),
  'users, search for a domain of many': users({ search: '@studio' }),
  'users, search for a name': users({ search: 'name c4ca' }),
  'users, unverified': users({ state: 'unverified' }),
  'users, administrators': users({ state: 'administrators' }),
  'users, without account': users({ state: 'without_account' }),
  'API use of a day by account': () => readApiUse(ctx, { range: 'day', sort: 'requests' }),
  'API use of a month by account': () => readApiUse(ctx, { range: 'month', sort: 'errors' }),
  'a pass of the job that counts subscribers': async () => {
    for (let after: number | null = 0; after !== null; after = await storeSubscriberCounts(after));
  },
  'samples of the overview': () => sampleFigures({ now: new Date(), queue: null }),
}
for (const [name, run] of Object.entries(CASES)) {
  await run()
  const started = performance.now()
  await run()
  console.log(`${name}: ${Math.round(performance.now() - started)} ms`)
}
await session.end()
await closeDatabase()
await database.drop()
await server.close()
