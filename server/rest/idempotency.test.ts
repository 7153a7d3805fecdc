import { expect, test } from 'vitest'
import type { Ctx } from '../core/context.ts'
import { testAccount } from '../testing/account.ts'
import type { Answer } from './errors.ts'
import { once } from './idempotency.ts'

test('a body of hundreds of megabytes lets others have their turn while it is looked at', async () => {
  const { ctx } = await testAccount()
  const input = { key: 'large', credential: 'test', abandoned_ms: 60_000, has_secret: false }
  let [turns, turns_before_claim] = [0, 0]
  const watch = setInterval(() => turns++, 0)
  const run: Ctx['sql']['run'] = (text, values) => {
    turns_before_claim ||= turns
    return ctx.sql.run(text, values)
  }
  const watched = { ...ctx, sql: { ...ctx.sql, run } }
  const answer: Answer = { status: 202, body: '{}', headers: {} }
  await once(watched, { ...input, request: [Buffer.alloc(100 * 2 ** 20)] }, async () => answer)
  clearInterval(watch)
  expect(turns_before_claim).toBeGreaterThan(10)
})

test('a key that becomes free at the moment in which it is asked for is taken by one, not by all who asked', async () => {
  const { ctx } = await testAccount()
  const input = { key: 'order-1', credential: 'test', request: ['x'], abandoned_ms: 60_000, has_secret: false }
  let runs = 0
  const run = async (): Promise<Answer> => ({ status: 201, body: String(++runs), headers: {} })
  let fail = () => {}
  const failing = once(ctx, input, () => new Promise((_, reject) => (fail = () => reject(new Error('down')))))
  await expect(once(ctx, input, run)).rejects.toThrow('still running')
  // Two ask while the first runs, and it fails before they have read what stands under the key.
  const ended = failing.catch(() => undefined)
  const late: Ctx = {
    ...ctx,
    sql: {
      ...ctx.sql,
      one: async <Row>(text: string, values?: readonly unknown[]) => {
        fail()
        await ended
        return ctx.sql.one<Row>(text, values)
      },
    },
  }
  const answers = await Promise.allSettled([once(late, input, run), once(late, input, run)])
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(runs).toBe(1)
  expect(await once(ctx, input, run)).toMatchObject({ body: '1', headers: { 'Idempotency-Replayed': 'true' } })
})
