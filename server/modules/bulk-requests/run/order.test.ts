import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount, testToken } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { bulkRequests, runBulk, storedBulk } from '../../../testing/modules/bulk.ts'

const OPERATION = 'POST /v4/bulk/subscribers'
const named = (first_name: string) => ({
  subscribers: Array.from({ length: 101 }, (_, i) => ({ email_address: `p${i}@example.net`, first_name })),
})
const accept = async (account: TestAccount, first_name: string, by = bearer(account)) => {
  expect((await api(OPERATION, by, named(first_name))).status).toBe(202)
  return (await bulkRequests(account.ctx)).at(-1)?.id ?? 0
}
const states = async ({ ctx }: TestAccount) => (await bulkRequests(ctx)).map(({ state }) => state)
const names = async ({ ctx }: TestAccount) => {
  const rows = await ctx.db.subscriber.findMany({ distinct: ['first_name'], select: { first_name: true } })
  return rows.map(({ first_name }) => first_name)
}
const run = async ({ ctx }: TestAccount, id: number) => {
  while (await runBulk(ctx, { id }));
}

test('bulk requests of an app are applied in the order they were accepted, whatever the order of their jobs', async () => {
  const account = await testAccount()
  const [first, second, third] = [await accept(account, '1'), await accept(account, '2'), await accept(account, '3')]
  await run(account, second)
  expect(await states(account)).toEqual(['completed', 'completed', 'queued'])
  expect(await names(account)).toEqual(['2'])
  await run(account, first)
  expect(await names(account)).toEqual(['2'])
  await run(account, third)
  expect(await names(account)).toEqual(['3'])
})

test('bulk requests of an app are accepted one after the other', async () => {
  const account = await testAccount()
  let earlier = 0
  const raced = await duringTransaction(
    account.ctx,
    async (tx) => {
      earlier = (await storedBulk(account.account_id, OPERATION, named('1'), { most_items: 50, tx })).id
    },
    () => accept(account, '2'),
  )
  expect(raced).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
  expect((await bulkRequests(account.ctx)).map(({ id }) => id)).toEqual([earlier, earlier + 1])
  await run(account, earlier + 1)
  expect(await names(account)).toEqual(['2'])
})

test('a bulk request does not wait for canceled ones or for those of other apps', async () => {
  const account = await testAccount()
  const other = { token: await testToken(account.account_id, account.user_id) }
  const [cancelled] = [await accept(account, 'cancelled'), await accept(account, 'other', other)]
  await unscoped().bulkRequest.update({
    where: { account_id_id: { account_id: account.account_id, id: cancelled } },
    data: { state: 'stopping' },
  })
  await run(account, await accept(account, 'mine'))
  expect(await states(account)).toEqual(['stopping', 'queued', 'completed'])
  expect(await names(account)).toEqual(['mine'])
  await run(account, cancelled)
  expect(await states(account)).toEqual(['stopped', 'queued', 'completed'])
})
