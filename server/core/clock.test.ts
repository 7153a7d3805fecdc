import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { database, unscoped } from '../db/client.ts'
import { delayMs } from '../jobs/engine/functions/duration.ts'
import { createRollingLimit } from '../lib/concurrency/rolling-limit.ts'
import { queueServiceEmail, sendServiceMail } from '../modules/service-mail/service.ts'
import { testAccount } from '../testing/account.ts'
import { sendToSink } from '../testing/modules/sending.ts'
import { clock, followDatabaseClock } from './clock.ts'
import { makeCtx } from './context.ts'
import { write } from './write/write.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * HOUR_MS

/** A process whose own clock is off by `ms` and that follows the database's clock. */
async function shiftedProcess(ms: number) {
  const real = Date.now()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: real + ms })
  const following = await followDatabaseClock(database().pool)
  onTestFinished(following.stop)
  return { following, real }
}

const email = { subject: 'Hello', heading: 'Hello', paragraphs: [], footnote: 'Bye.' }

test.each([1, -1])(
  'rows that a process with a clock %s hours off writes are due by the clock of the database',
  async (hours) => {
    const { real } = await shiftedProcess(hours * HOUR_MS)
    const near = (time: Date | null | undefined) => Math.abs(Number(time) - real)
    const { account_id, ctx } = await testAccount()
    await sendToSink({ onRecipient: () => ({ code: 451, text: '4.3.0 Try again later' }) })
    const to = `lin-${randomUUID()}@example.net`
    await write(ctx, (tx) => queueServiceEmail(tx, { to, email }))
    const mail = () => unscoped().serviceMail.findFirstOrThrow({ where: { to_address: to } })
    const queued = await mail()
    expect(near(queued.next_attempt_at)).toBeLessThan(5 * MINUTE_MS)
    await sendServiceMail(ctx, { service_mail_id: Number(queued.id) })
    const tried = await mail()
    expect(near(tried.claimed_at)).toBeLessThan(5 * MINUTE_MS)
    expect(near(tried.next_attempt_at ?? tried.sent_at)).toBeLessThan(20 * MINUTE_MS)
    // Defaults of columns use the database's clock too.
    const tag = await ctx.db.tag.create({ data: { account_id, name: 'Beta', name_folded: 'beta' } })
    expect(near(tag.created_at)).toBeLessThan(5 * MINUTE_MS)
    const form = await ctx.db.form.create({ data: { account_id, uid: randomUUID(), name: 'Footer', format: 'inline' } })
    expect(near(form.created_at)).toBeLessThan(5 * MINUTE_MS)
    expect(near(makeCtx({ account_id, actor: { kind: 'system' } }).now())).toBeLessThan(5 * MINUTE_MS)
  },
)

test('no column takes its default time from the clock of a process', () => {
  const files = readdirSync('prisma/schema').map((name) => readFileSync(`prisma/schema/${name}`, 'utf8'))
  expect(files.join('')).toContain('@default(dbgenerated("transaction_timestamp()"))')
  expect(files.join('')).not.toContain('@default(now())')
})

test('a step that sleeps until a time sleeps by the clock of the database', async () => {
  const { real } = await shiftedProcess(HOUR_MS)
  const delay = delayMs(new Date(real + 2 * HOUR_MS).toISOString())
  expect(Math.abs(delay - 2 * HOUR_MS)).toBeLessThan(5 * MINUTE_MS)
})

test("a jump of the process's clock changes nothing, and the next reading follows a jump of the database's clock", async () => {
  const { following, real } = await shiftedProcess(0)
  vi.setSystemTime(real + DAY_MS)
  expect(+clock.now() - real).toBeLessThan(5 * MINUTE_MS)
  await following.look()
  expect(+clock.now() - real).toBeLessThan(5 * MINUTE_MS)
  let ms = real + DAY_MS
  following.stop()
  const other = await followDatabaseClock({ query: async () => ({ rows: [{ ms }] }) })
  onTestFinished(other.stop)
  expect(+clock.now() - real).toBeGreaterThan(DAY_MS - 1)
  // A small difference is the time that the query took. The clock never steps back for it.
  ms -= 5
  const before = +clock.now()
  await other.look()
  expect(+clock.now()).toBeGreaterThanOrEqual(before)
  ms -= HOUR_MS
  await other.look()
  expect(+clock.now() - real).toBeLessThan(DAY_MS - HOUR_MS + 5 * MINUTE_MS)
})

test('a clock that was set back does not hold a client at its rate limit', () => {
  const limit = createRollingLimit(2)
  const ahead = 2 * HOUR_MS
  limit.take('key', ahead)
  limit.take('key', ahead)
  expect(limit.take('key', ahead).retry_after).toBe(60)
  expect(limit.take('key', HOUR_MS)).toMatchObject({ remaining: 1 })
})
