// One of the workers of sharing.ts: node sharing-child.ts <server> <app> <database>.
// It works until it is killed or gets a signal to stop.
import { Inngest } from 'inngest'
import pg from 'pg'
import { jobConcurrency } from '../engine/storage/database.ts'
import { Connection } from '../inngest/connection.ts'
import { silent } from '../testing/harness.ts'

const [base_url = '', app = '', database = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: database, max: 20 })
pool.on('error', () => undefined)
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const client = new Inngest({
  id: app,
  isDev: true,
  baseUrl: base_url,
  logger: quiet,
  internalLogger: quiet,
  aiMetadata: false,
})

/** Like the product's jobs, records its effect in a row, so a repeated call changes nothing. */
const work = client.createFunction({ id: 'work', triggers: [{ event: `${app}/work` }] }, async ({ event }) => {
  const { n } = event.data
  await pool.query('insert into call (n, pid) values ($1, $2)', [n, process.pid])
  await new Promise((resolve) => setTimeout(resolve, 200))
  await pool.query('insert into effect (n, pid) values ($1, $2) on conflict (n) do nothing', [n, process.pid])
})
const failure_recorder = client.createFunction(
  {
    id: 'failed',
    triggers: [{ event: 'inngest/function.failed', if: `event.data.function_id == '${app}-work'` }],
  },
  ({ event }) => pool.query('insert into failed (run_id) values ($1) on conflict do nothing', [event.data.run_id]),
)

const limit = jobConcurrency(pool)
const connection = new Connection({ client, functions: [work, failure_recorder], limit, log: silent })
connection.open()
const waiting = setInterval(() => {
  if (!connection.connected) return
  clearInterval(waiting)
  process.stdout.write('connected\n')
}, 50)
process.once('SIGTERM', async () => {
  await connection.close(10_000)
  await pool.end()
  process.exit(0)
})
