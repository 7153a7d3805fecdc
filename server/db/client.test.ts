import { expect, test } from 'vitest'
import { testAccount } from '../testing/account.ts'
import { UNSCOPED } from './statements/sql.ts'

test('arrays of 64-bit integers and of numerics are read as numbers, in each dimension and with nulls', async () => {
  const { ctx } = await testAccount()
  const row = await ctx.sql.one(
    `select $1::bigint > 0 as has_account, array_agg(n) as ids, '{}'::bigint[] as none, array[null, 9007199254740991]::bigint[] as holes,
       array[[1, 2], [3, null]]::bigint[] as nested, array[1.5, null]::numeric[] as numerics, array[7, 8]::int[] as ints,
       null::bigint[] as absent
     from generate_series(1::bigint, 3::bigint) n`,
  )
  expect(row).toEqual({
    has_account: true,
    ids: [1, 2, 3],
    none: [],
    holes: [null, Number.MAX_SAFE_INTEGER],
    nested: [
      [1, 2],
      [3, null],
    ],
    numerics: [1.5, null],
    ints: [7, 8],
    absent: null,
  })
})

test('a statement without an account is refused unless it is marked, and then its values start at $1', async () => {
  const { ctx } = await testAccount()
  await expect(ctx.sql.one('select count(*)::int as count from plan')).rejects.toThrow('must name $1')
  expect(await ctx.sql.one(`${UNSCOPED}select $1::int + 1 as sum`, [1])).toEqual({ sum: 2 })
})
