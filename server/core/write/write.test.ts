import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { createTag } from '../../modules/tags/service.ts'
import { testAccount } from '../../testing/account.ts'
import { subscribeTo } from '../../testing/events.ts'
import { write } from './write.ts'

test('a write fails if it ignored the error of a statement', async () => {
  const { ctx } = await testAccount()
  const swallowing = write(ctx, async (tx) => {
    await tx.db.tag.create({ data: { account_id: tx.account_id, name: 'A', name_folded: 'a' } })
    await tx.sql.run('select 1 / 0 where $1 > 0').catch(() => undefined)
    return 'made'
  })
  await expect(swallowing).rejects.toThrow('rolled back')
  expect(await ctx.db.tag.count()).toBe(0)
})

test('an event that cannot be written undoes its change with a reason, and the connection stays usable', async () => {
  const { ctx } = await testAccount()
  const unwritable = write(ctx, async (tx) => {
    await tx.db.tag.create({ data: { account_id: tx.account_id, name: 'A', name_folded: 'a' } })
    // PostgreSQL's jsonb holds no NUL.
    tx.emit('password_reset.requested', { email_address: '\u0000' })
    return 'made'
  })
  await expect(unwritable).rejects.toThrow('cannot be stored')
  expect(await ctx.db.tag.count()).toBe(0)
  expect(await write(ctx, (tx) => createTag(tx, { name: 'A' }))).toMatchObject({ created: true })
})

test('deleting an account deletes its events', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  for (const { ctx, account_id } of [account, other]) {
    await subscribeTo(account_id, ['tag.created'])
    await createTag(ctx, { name: 'VIP' })
  }
  await unscoped().account.delete({ where: { id: account.account_id } })
  // A single event stays in the outbox until its deliveries are created.
  const left = async ({ account_id }: { account_id: number }) =>
    (await unscoped().webhookEvent.count({ where: { account_id } })) +
    (await unscoped().webhookOutbox.count({ where: { account_id } }))
  expect([await left(account), await left(other)]).toEqual([0, 1])
})
