/**
 * Saves and previews 50 hostile texts in a loop for one account, while another account reads a subscriber by the API from another process.
 * Prints by how much its p95 and p99 exceed an idle service's, and how long the event loop was blocked.
 *
 *   node bench/hostile-texts.ts [--reads 600] [--threads off]
 */
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { configureLog } from '../server/core/log.ts'
import { openTextThreads } from '../server/core/texts/text-work.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { TextThreads } from '../server/mail/threads/text-threads.ts'
import { testAccount } from '../server/testing/account.ts'
import { dashboard } from '../server/testing/dashboard.ts'
import { makeDatabase } from '../server/testing/database/database.ts'
import { addSubscribers } from '../server/testing/modules/sending.ts'
import { openReading } from './reading.ts'

const { values } = parseArgs({
  options: { reads: { type: 'string', default: '600' }, threads: { type: 'string', default: 'on' } },
})
/** The most of each part that is accepted, and texts of a megabyte that have few parts. */
const KINDS: readonly (() => string)[] = [
  () => '&nbsp;'.repeat(160_000),
  () => '<br>'.repeat(49_000),
  () => '<hr data-paywall="">'.repeat(48_000),
  () => '<img src="https://a.example/x.png" alt="x">'.repeat(20_000),
  () => '<!--x-->'.repeat(49_000),
  () => '<p>{{ subscriber.first_name }}</p>'.repeat(4_900),
  () => '{% if subscriber.city %}b{% endif %}'.repeat(2_400),
  () => Array.from({ length: 1_990 }, (_, at) => `<a href="https://a.example/${at}">x</a>`).join(''),
  () => `<table>${'<tr><td>x</td></tr>'.repeat(12_000)}</table>`,
  () => '<'.repeat(900_000),
]
// As they arrive in a request: in one piece.
const texts = Array.from({ length: 50 }, (_, at) => Buffer.from(KINDS[at % KINDS.length]?.() ?? '').toString())

const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const made = await makeDatabase(server.url)
configureLog('silent')
setEnv({ NODE_ENV: 'test', DATABASE_URL: made.url, SECRET_KEY: 'only-for-measuring-only-for-measuring' })
openDatabase(made.url)
const threads = values.threads === 'off' ? undefined : openTextThreads(new TextThreads())
try {
  const [hostile, other] = await Promise.all([testAccount(), testAccount()])
  await addSubscribers(other, 1)
  const subscriber = await other.ctx.db.subscriber.findFirstOrThrow()
  const reading = await openReading(other.account_id, Number(subscriber.id))
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const app = dashboard(hostile)
  const { id } = await app.broadcasts.create({ subject: 'x', content: '<p>x</p>' })
  let [ended, done] = [false, 0]
  const attack = async (most = Number.POSITIVE_INFINITY) => {
    for (let at = 0; !ended && at < most; at++) {
      await app.broadcasts.update({ id, content: texts[at % texts.length] ?? '' })
      await app.broadcasts.preview({ id })
      done++
    }
  }
  // Threads are started and code is compiled once, by whichever texts come first.
  await Promise.all([reading.read(100), attack(KINDS.length)])
  const idle = await reading.read(Number(values.reads))
  done = 0
  const attacking = attack()
  delay.enable()
  const loaded = await reading.read(Number(values.reads))
  ended = true
  delay.disable()
  await attacking
  const ratio = (name: keyof typeof idle) => Number((loaded[name] / idle[name]).toFixed(2))
  console.log({
    idle,
    loaded,
    texts: done,
    held_up_ms: Math.round(delay.max / 1e6),
    ratios: { median: ratio('median_ms'), p95: ratio('p95_ms'), p99: ratio('p99_ms') },
  })
  reading.close()
} finally {
  await threads?.stop()
  await closeDatabase()
  await server.close()
}
