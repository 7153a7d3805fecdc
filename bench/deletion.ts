/**
 * Deletes an account with a million subscribers, each with a tag, while another account reads and writes without a pause.
 *
 *   node bench/deletion.ts [--subscribers 1000000]
 */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { deleteDueAccounts } from '../server/modules/deletion/delete.ts'
import { testAccount } from '../server/testing/account.ts'
import { dashboard } from '../server/testing/dashboard.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { copySubscribers } from './subscribers.ts'

const { values } = parseArgs({ options: { subscribers: { type: 'string', default: '1000000' } } })
const subscribers = Number(values.subscribers)

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const made = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: made.url, SECRET_KEY: 'only-for-measuring-only-for-measuring' })
const { pool } = openDatabase(made.url)
const filling = performance.now()
try {
  const [large, small] = await Promise.all([testAccount(), testAccount()])
  await copySubscribers(large.account_id, subscribers)
  await pool.query(
    `insert into tag (account_id, name, name_folded) select $1, 'Tag ' || i, 'tag ' || i from generate_series(1, 5) i`,
    [large.account_id],
  )
  await pool.query(
    `insert into tagging (account_id, tag_id, subscriber_id) select s.account_id, g.id, s.id
     from subscriber s join lateral (select id from tag g where g.account_id = $1 order by (g.id + s.id) % 5 limit 1) g on true
     where s.account_id = $1`,
    [large.account_id],
  )
  await dashboard(large).deletion.schedule({ name: 'Studio North' })
  await pool.query('analyze')
  console.error(`filled in ${Math.round((performance.now() - filling) / 1_000)} s`)
  const load = startLoad(small.account_id)
  const began = performance.now()
  const now = new Date(Date.now() + 15 * 86_400_000)
  await deleteDueAccounts({ now })
  const seconds = (performance.now() - began) / 1_000
  const left = await pool.query('select (select count(*) from account where id = $1) as accounts', [large.account_id])
  console.log({ subscribers, seconds, left: left.rows[0], ...(await load.end()) })
} finally {
  await closeDatabase()
  await server.close()
}

/** Measures writes of another account, locks that any session waits for, the longest statement of the deletion, and memory. */
function startLoad(account_id: number) {
  let [isEnded, writes, slowest_write_ms, lock_waits, longest_statement_ms, memory_mb] = [false, 0, 0, 0, 0, 0]
  const write = async () => {
    for (; !isEnded; writes++) {
      const began = performance.now()
      await pool.query('insert into subscriber (account_id, email_address) values ($1, $2)', [
        account_id,
        `p${writes}@x.example`,
      ])
      slowest_write_ms = Math.max(slowest_write_ms, performance.now() - began)
      await pause(20)
    }
  }
  const watch = async () => {
    while (!isEnded) {
      const { rows } = await pool.query(
        `select count(*) filter (where wait_event_type = 'Lock')::int as waits,
           coalesce(max(extract(epoch from now() - query_start) * 1000) filter (where query like 'delete%'), 0)::float8 as ms
         from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      )
      lock_waits += rows[0].waits
      longest_statement_ms = Math.max(longest_statement_ms, rows[0].ms)
      memory_mb = Math.max(memory_mb, process.memoryUsage().rss / 2 ** 20)
      await pause(20)
    }
  }
  const running = [write(), watch()]
  return {
    end: async () => {
      isEnded = true
      await Promise.all(running)
      return { writes, slowest_write_ms, lock_waits, longest_statement_ms, memory_mb }
    },
  }
}
