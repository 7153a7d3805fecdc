import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { findRecords } from './service.ts'

test('records are found by all words of their name, those that begin with the text first', async () => {
  const { ctx } = await testAccount()
  const names = (text: string) =>
    findRecords(ctx, { text }).then((rows) => rows.map(({ kind, name }) => `${kind} ${name}`))
  for (const name of ['Spring course', 'Course of the year', '100% course', 'Winter_tale'])
    await ctx.db.tag.create({
      data: { account_id: ctx.account_id, name, name_folded: name.toLowerCase(), created_at: ctx.now() },
    })
  await ctx.db.segment.create({ data: { account_id: ctx.account_id, name: 'Course buyers', definition: { all: [] } } })

  expect(await names('course')).toEqual([
    'tag Course of the year',
    'tag 100% course',
    'tag Spring course',
    'segment Course buyers',
  ])
  expect(await names('YEAR cou')).toEqual(['tag Course of the year'])
  // Characters with a meaning in patterns mean themselves.
  expect(await names('0% c')).toEqual(['tag 100% course'])
  expect(await names('r_t')).toEqual(['tag Winter_tale'])
  expect(await names('\\%')).toEqual([])
})

test('at most five records of a kind are found, and none of another account', async () => {
  const [{ ctx }, other] = [await testAccount(), await testAccount()]
  for (const { account_id, db, now } of [ctx, other.ctx])
    await db.tag.createMany({
      data: [...'abcdefg'].map((end) => ({
        account_id,
        name: `Tag ${end}`,
        name_folded: `tag ${end}`,
        created_at: now(),
      })),
    })
  const found = await findRecords(ctx, { text: 'tag' })
  expect(found.map(({ name }) => name)).toEqual(['Tag g', 'Tag f', 'Tag e', 'Tag d', 'Tag c'])
  const mine = await ctx.db.tag.findMany({ select: { id: true } })
  expect(mine.map(({ id }) => id)).toEqual(expect.arrayContaining(found.map(({ id }) => id)))
})
