import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { rewriteUserSpellings } from './service.ts'

test('a user whose address was stored in another form signs in by any spelling after the job', async () => {
  const { user_id } = await testAccount()
  const local = `lea${user_id}`
  await unscoped().user.update({ where: { id: user_id }, data: { email: `${local}@xn--mnchen-3ya.example` } })
  await rewriteUserSpellings()
  const { email } = await unscoped().user.findUniqueOrThrow({ where: { id: user_id } })
  expect(email).toBe(`${local}@münchen.example`)
})
