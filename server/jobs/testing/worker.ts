// A worker process for the crash tests: node worker.ts <database url>. It prints "ready" and works until it is killed.
import { Inngest } from 'inngest'
import pg from 'pg'
import pino from 'pino'
import { Engine } from '../engine/engine.ts'
import { interceptFetch } from '../engine/run/intercept.ts'
import '../../testing/processes/keep-compiled.ts'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
pool.on('error', () => undefined)
const inngest = new Inngest({
  id: 'test',
  isDev: true,
  baseUrl: 'http://embedded.invalid',
  aiMetadata: false,
  fetch: interceptFetch({ send: (events) => engine.send(events), checkpoint: (body) => engine.checkpoint(body) }),
})

/** Inserts one row immediately, so a repeated step is visible. */
const effect = (run_id: string, step: string) =>
  pool.query('insert into effect (run_id, step, pid) values ($1, $2, $3)', [run_id, step, process.pid])

const waitForGate = async () => {
  for (;;) {
    const { rowCount } = await pool.query('select from gate')
    if (rowCount) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const functions = [
  inngest.createFunction({ id: 'held', triggers: [{ event: 'held' }] }, async ({ step, runId }) => {
    const a = await step.run('a', async () => {
      await effect(runId, 'a')
      return 'a'
    })
    const b = await step.run('b', async () => {
      await effect(runId, 'b')
      await waitForGate()
      return 'b'
    })
    return step.run('c', async () => {
      await effect(runId, 'c')
      return `${a}${b}c`
    })
  }),
  inngest.createFunction(
    { id: 'mixed', triggers: [{ event: 'mixed' }], retries: 20, concurrency: { limit: 2, key: 'event.data.group' } },
    async ({ step, runId, event }) => {
      const work = (name: string) =>
        step.run(name, async () => {
          await effect(runId, name)
          await new Promise((resolve) => setTimeout(resolve, 5))
          return name
        })
      const first = await work('first')
      const [left, right] = await Promise.all([work('left'), work('right').then(() => work('after right'))])
      await step.sendEvent('notify', { name: 'notified', data: { n: event.data.n } })
      return [first, left, right, await work('last'), event.data.n].join()
    },
  ),
  inngest.createFunction({ id: 'counted', triggers: [{ event: 'counted' }] }, ({ step, runId }) =>
    step.run('work', async () => void (await effect(runId, 'work'))),
  ),
  inngest.createFunction({ id: 'notified', triggers: [{ event: 'notified' }] }, ({ event }) => event.data.n),
]

const engine: Engine = await Engine.start({
  pool,
  client: inngest,
  functions,
  work: true,
  log: pino({ level: 'silent' }),
  backoff: () => 20,
  poll_ms: 100,
  recovery_ms: 100,
})
process.stdout.write('ready\n')
