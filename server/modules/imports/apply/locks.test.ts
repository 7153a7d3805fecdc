import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { IMPORT_OPTIONS, uploaded } from '../../../testing/modules/imports.ts'
import { originOf } from '../../subscribers/service.ts'
import { checkSubscriberLimit } from '../../subscribers/state/counts.ts'
import { lockRows } from '../../subscribers/write/change.ts'
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
