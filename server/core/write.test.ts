import { expect, test } from 'vitest'
import { testAccount } from '../testing/account.ts'
import { write } from './write.ts'

test('a failed statement whose error is swallowed does not pass for a change that was made', async () => {
  const { ctx } = await testAccount()
  const swallowing = write(ctx, async (tx) => {
    await tx.db.tag.create({ data: { account_id: tx.account_id, name: 'A', name_folded: 'a' } })
    await tx.sql.run('select 1 / 0 where $1 > 0').catch(() => undefined)
    return 'made'
  })
  await expect(swallowing).rejects.toThrow('rolled back')
  expect(await ctx.db.tag.count()).toBe(0)
})
