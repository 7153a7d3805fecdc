import { expect, test } from 'vitest'
import { testAccount } from '../testing/account.ts'

test('text that PostgreSQL cannot store is answered as an error of the caller [S1]', async () => {
  const { ctx } = await testAccount()
  const text = 'Text must not contain characters that cannot be stored'
  const nul = ctx.sql.one('select $2::text where $1 > 0', ['a\0b'])
  await expect(nul).rejects.toMatchObject({ code: 'invalid', messages: [text] })
  await expect(ctx.sql.one('select $2::jsonb where $1 > 0', ['"\\u0000"'])).rejects.toMatchObject({ messages: [text] })
})
