import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { IMPORT_OPTIONS, resultsOf, uploaded } from '../../../testing/modules/imports.ts'
import { originOf } from '../../subscribers/service.ts'
import { checkSubscriberLimit } from '../../subscribers/state/counts.ts'
import { lockRows } from '../../subscribers/write/change.ts'
import { deleteSubscribers } from '../../subscribers/write/delete.ts'
import { upsertSubscribers } from '../../subscribers/write/upsert.ts'
import { createTags } from '../../tags/service.ts'
import { startImport } from '../service.ts'
import { runSlice } from './slice.ts'

test('an import locks subscribers, tags and the limit of the plan in the order of every set, so it ends in no deadlock', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 100 })
  const adding = (tx: Ctx, name: string) =>
    upsertSubscribers(tx, { items: [{ email_address: `${name}@example.com` }], origin: originOf(ctx.actor) })
  await adding(ctx, 'z')
  const racing = async (text: string, first: (tx: Tx) => Promise<unknown>, last: (tx: Tx) => Promise<unknown>) => {
    const { id } = await uploaded(ctx, text)
    await startImport(ctx, { id, ...IMPORT_OPTIONS })
    return duringTransaction(ctx, first, () => runSlice(ctx, { id }), last)
  }
  const limit = (tx: Tx) => checkSubscriberLimit(tx, { adding: 1 })
  const locking = (tx: Tx) => lockRows(tx, 'email_address', ['z@example.com'])
  const tagging = (name: string) => (tx: Tx) => createTags(tx, { items: [{ name }] })
  const rows = 'z@example.com,Z\na@example.com,A\n'
  expect(await racing(`Email,Name\n${rows}`, limit, locking)).toMatchObject({ status: 'fulfilled' })
  expect(await racing('Email,Tags\nz@example.com,"b, a"\n', tagging('a'), tagging('b'))).toMatchObject({
    status: 'fulfilled',
  })
})

test('a limit that the plan gets during an import applies to the next batch', async () => {
  const { ctx } = await testAccount()
  const known = ['a@example.com', 'y@example.com', 'z@example.com'].map((email_address) => ({ email_address }))
  await upsertSubscribers(ctx, { items: known, origin: originOf(ctx.actor) })
  const { id } = await uploaded(
    ctx,
    'Email,Name\na@example.com,A\ny@example.com,Y\nz@example.com,Z\nnew@example.com,N\n',
  )
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  // The first batch waits for its subscriber until the plan has a limit. The second has a known subscriber and a new one.
  const changing = async (tx: Tx) => {
    await lockRows(tx, 'email_address', ['a@example.com'])
    await tx.sql.run('update account set subscriber_limit = 3 where id = $1')
  }
  await duringTransaction(ctx, changing, () =>
    runSlice(ctx, { id, batch_rows: 2, budget_ms: Number.POSITIVE_INFINITY }),
  )
  while (await runSlice(ctx, { id, batch_rows: 2 }));
  expect((await resultsOf(ctx, { id })).map(({ result, message }) => [result, message])).toEqual([
    ['updated', null],
    ['updated', null],
    ['updated', null],
    ['skipped', "Your plan's limit of 3 subscribers is reached"],
  ])
})

test('an import counts the room of the plan after a request that is adding a subscriber', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 2 })
  const adding = (tx: Ctx, email_address: string) =>
    upsertSubscribers(tx, { items: [{ email_address }], origin: originOf(ctx.actor) })
  await adding(ctx, 'known@example.com')
  const { id } = await uploaded(ctx, 'Email,Name\nknown@example.com,K\nnew@example.com,N\n')
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  const sliced = await duringTransaction(
    ctx,
    (tx) => adding(tx, 'first@example.com'),
    () => runSlice(ctx, { id }),
  )
  expect(sliced).toMatchObject({ status: 'fulfilled' })
  while (await runSlice(ctx, { id }));
  expect((await resultsOf(ctx, { id })).map(({ result }) => result)).toEqual(['updated', 'skipped'])
  expect(await ctx.db.subscriber.count()).toBe(2)
})

test('a subscriber who is deleted during its batch is not created again beyond the limit of the plan', async () => {
  const { ctx } = await testAccount({ subscriber_limit: 1 })
  const items = [
    { email_address: 'active@example.com' },
    { email_address: 'other@example.com', state: 'inactive' as const },
  ]
  const [, other] = await upsertSubscribers(ctx, { items, origin: originOf(ctx.actor) })
  const { id } = await uploaded(ctx, 'Email,Name\nother@example.com,O\n')
  await startImport(ctx, { id, ...IMPORT_OPTIONS })
  const sliced = await duringTransaction(
    ctx,
    (tx) => deleteSubscribers(tx, { ids: [other?.id ?? 0] }),
    () => runSlice(ctx, { id }),
  )
  expect(sliced).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } })
  // The job tries again.
  while (await runSlice(ctx, { id }));
  expect((await resultsOf(ctx, { id })).map(({ result }) => result)).toEqual(['skipped'])
  expect(await ctx.db.subscriber.count()).toBe(1)
})
