import { expect, test } from 'vitest'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { countDueActive } from './active-counts.ts'

const LARGE = 30_000
const MINUTE_MS = 60_000

test('lists of a small account count active subscribers when they are read', async () => {
  const { account, tag_id, ids } = await tagged()
  const app = dashboard(account)
  expect(await app.subscribers.counted_at()).toBeNull()
  expect(await numbers(account)).toEqual({ tags: [3], forms: [0] })
  await app.subscribers.unsubscribe({ id: ids[0] ?? 0 })
  expect(await numbers(account)).toEqual({ tags: [2], forms: [0] })
  expect(await account.ctx.db.activeCount.count({ where: { of_id: tag_id } })).toBe(0)
})

test('those of a large one say how old the counts are, and a job counts again what a list showed', async () => {
  const { account, tag_id, ids } = await tagged()
  await grow(account, LARGE)
  const app = dashboard(account)
  expect(await numbers(account)).toEqual({ tags: [3], forms: [0] })
  const counted_at = account.ctx.now().toISOString()
  expect(await app.subscribers.counted_at()).toEqual({ counted_at: expect.any(String), is_counting: false })

  await app.subscribers.unsubscribe({ id: ids[0] ?? 0 })
  const added = await app.tags.create({ name: 'Added later' })
  await tagSubscribers(account.ctx, { pairs: ids.map((subscriber_id) => ({ tag_id: added.id, subscriber_id })) })
  // The new tag has not been counted yet, so its subscribers are counted now.
  expect(await numbers(account)).toEqual({ tags: [3, 2], forms: [0] })

  const later = new Date(+account.ctx.now() + 2 * MINUTE_MS)
  await countDue(later)
  expect(await numbers(account)).toEqual({ tags: [3, 2], forms: [0] })
  await account.ctx.sql.run(
    `update active_count_account set counted_at = counted_at - interval '1 minute' where account_id = $1`,
  )
  expect(await app.subscribers.counted_at()).toMatchObject({ is_counting: true })
  await countDue(later)
  expect(await numbers(account)).toEqual({ tags: [2, 2], forms: [0] })
  const counted = await app.subscribers.counted_at()
  expect(counted).toMatchObject({ is_counting: false })
  expect(counted && counted.counted_at > counted_at).toBe(true)

  await app.tags.delete({ id: tag_id })
  await grow(account, -LARGE)
  expect(await app.subscribers.counted_at()).toBeNull()
  expect(await account.ctx.db.activeCount.count()).toBe(0)
})

test('no list waits for the job that counts', async () => {
  const { account } = await tagged()
  const { ctx } = account
  await grow(account, LARGE)
  await numbers(account)
  await ctx.sql.run(
    `update active_count_account set counted_at = counted_at - interval '1 minute' where account_id = $1`,
  )
  let isAnswered = false
  const list = async () => {
    const found = await numbers(account)
    isAnswered = true
    return found
  }
  const answer = await duringTransaction(
    ctx,
    (tx) => tx.sql.run('select 1 from active_count_account where account_id = $1 for update'),
    list,
    async () => expect(isAnswered).toBe(true),
  )
  expect(answer).toEqual({ status: 'fulfilled', value: { tags: [3], forms: [0] } })
})

/** An account with a tag of three subscribers and a form. */
async function tagged() {
  const account = await testAccount()
  const app = dashboard(account)
  const { id: tag_id } = await app.tags.create({ name: 'Members' })
  await app.forms.create({ name: 'Footer', type: 'embed', format: 'inline' })
  const ids = await addSubscribers(account, 3)
  await tagSubscribers(account.ctx, { pairs: ids.map((subscriber_id) => ({ tag_id, subscriber_id })) })
  return { account, tag_id, ids }
}

/** Only the kept count of an account says that it is large. */
async function grow({ ctx }: TestAccount, subscribers: number) {
  await ctx.sql.run(`insert into subscriber_count (account_id, state, change) values ($1, 'cancelled', $2)`, [
    subscribers,
  ])
}

async function numbers(account: TestAccount) {
  const app = dashboard(account)
  const [tags, forms] = [await app.tags.page({}), await app.forms.rows({})]
  const counts = (rows: { subscriber_count: number }[]) => rows.map(({ subscriber_count }) => subscriber_count)
  return { tags: counts(tags.rows), forms: counts(forms.rows) }
}

const countDue = (at: Date) => countDueActive({ now: () => at, budget: new Budget(Number.POSITIVE_INFINITY) })
