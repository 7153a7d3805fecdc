import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { type Answer, errorAnswer } from '../errors.ts'
import { type KeyedRequest, withIdempotencyKey } from './idempotency.ts'

const order = (key: string): KeyedRequest => ({ key, credential: 'test', request: ['x'], has_secret: false })
const ANSWER: Answer = { status: 201, body: '{}', headers: {} }

/** Creates a tag and answers with its id. */
const addTag = async (ctx: Ctx, name: string): Promise<Answer> => {
  const tag = await write(ctx, (tx) =>
    tx.db.tag.create({ data: { account_id: tx.account_id, name, name_folded: name } }),
  )
  return { ...ANSWER, body: String(tag.id) }
}

test('other requests run while a body of hundreds of megabytes is hashed', async () => {
  const { ctx } = await testAccount()
  let [turns, turns_before_claim] = [0, 0]
  const watch = setInterval(() => turns++, 0)
  const one: Ctx['sql']['one'] = (text, values) => {
    turns_before_claim ||= turns
    return ctx.sql.one(text, values)
  }
  const watched = { ...ctx, sql: { ...ctx.sql, one } }
  await withIdempotencyKey(watched, { ...order('large'), request: [Buffer.alloc(100 * 2 ** 20)] }, async () => ANSWER)
  clearInterval(watch)
  expect(turns_before_claim).toBeGreaterThan(10)
})

test('a key is free again after its first request failed, and one of two waiting requests runs', async () => {
  const { ctx } = await testAccount()
  let runs = 0
  const run = async (ctx: Ctx) => {
    runs++
    return addTag(ctx, `Run ${runs}`)
  }
  let fail = () => {}
  const failed = new Promise<never>((_, reject) => (fail = () => reject(new Error('down'))))
  let began = () => {}
  const beginning = new Promise<void>((resolve) => (began = resolve))
  const failing = withIdempotencyKey(ctx, order('order-1'), (ctx) =>
    write(ctx, () => {
      began()
      return failed
    }),
  )
  await beginning
  await expect(withIdempotencyKey(ctx, order('order-1'), run)).rejects.toMatchObject({
    code: 'conflict',
    retry_after: 1,
  })
  fail()
  await expect(failing).rejects.toThrow('down')
  const answers = await Promise.allSettled([
    withIdempotencyKey(ctx, order('order-1'), run),
    withIdempotencyKey(ctx, order('order-1'), run),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await ctx.db.tag.count()).toBe(1)
  const { body } = await withIdempotencyKey(ctx, order('order-1'), run)
  expect(body).toBe(String((await ctx.db.tag.findFirstOrThrow()).id))
})

test('the answer of a refused request is kept and its writes are not', async () => {
  const { ctx } = await testAccount()
  const refused = await withIdempotencyKey(ctx, order('refused'), async (ctx) => {
    await addTag(ctx, 'Half')
    await write(ctx, async (tx) => tx.emit('tag.created', {} as never))
    return errorAnswer(invalid('The other half is missing'))
  })
  expect(refused.status).toBe(422)
  expect(await ctx.db.tag.count()).toBe(0)
  const again = await withIdempotencyKey(ctx, order('refused'), (ctx) => addTag(ctx, 'Again'))
  expect(again).toMatchObject({ status: 422, headers: { 'Idempotency-Replayed': 'true' } })
})

test('neither an answer of 500 nor the writes of its request are stored', async () => {
  const { ctx } = await testAccount()
  const broken = await withIdempotencyKey(ctx, order('broken'), async (ctx) => {
    await addTag(ctx, 'Half')
    return errorAnswer(new Error('bug'))
  })
  expect(broken.status).toBe(500)
  expect(await ctx.db.tag.count()).toBe(0)
  expect(await withIdempotencyKey(ctx, order('broken'), (ctx) => addTag(ctx, 'Whole'))).toMatchObject({
    status: 201,
    headers: {},
  })
})

test('an expired answer is replaced', async () => {
  const { ctx, account_id } = await testAccount()
  await withIdempotencyKey(ctx, order('old'), (ctx) => addTag(ctx, 'First'))
  await unscoped().idempotencyKey.updateMany({ where: { account_id }, data: { expires_at: new Date(0) } })
  const second = await withIdempotencyKey(ctx, order('old'), (ctx) => addTag(ctx, 'Second'))
  expect(second.headers).toEqual({})
  expect(await withIdempotencyKey(ctx, order('old'), (ctx) => addTag(ctx, 'Third'))).toMatchObject({
    body: second.body,
  })
})
