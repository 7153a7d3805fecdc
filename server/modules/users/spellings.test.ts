import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { rewriteUserSpellings } from './service.ts'

test('a user whose address was stored in another form signs in by any spelling after the job', async () => {
  const { user_id } = await testAccount()
  const local = `lea${user_id}`
  await unscoped().user.update({ where: { id: user_id }, data: { email: `${local}@xn--mnchen-3ya.example` } })
  await rewriteUserSpellings(user_id - 1)
  const { email } = await unscoped().user.findUniqueOrThrow({ where: { id: user_id } })
  expect(email).toBe(`${local}@münchen.example`)
})

test('users whose normalized address belongs to someone else do not block the users after them', async () => {
  const { user_id } = await testAccount()
  const form = `kept${user_id}@münchen.example`
  await unscoped().user.create({ data: { email: form, name: 'First' } })
  // More than one statement reads, and all are impossible to rewrite.
  const puny = `kept${user_id}@xn--mnchen-3ya.example`
  const stuck = Array.from({ length: 501 }, (_, n) => ({ email: `${n}-${puny}` }))
  await unscoped().user.createMany({
    data: stuck.map(({ email }) => ({ email: email.replace('xn--mnchen-3ya', 'münchen') })),
  })
  await unscoped().user.createMany({ data: stuck })
  const { id } = await unscoped().user.create({ data: { email: `last${user_id}@xn--mnchen-3ya.example` } })
  for (let after: number | null = user_id; after !== null; ) after = await rewriteUserSpellings(after)
  const { email } = await unscoped().user.findUniqueOrThrow({ where: { id } })
  expect(email).toBe(`last${user_id}@münchen.example`)
  await unscoped().user.deleteMany({ where: { email: { contains: `kept${user_id}@` } } })
})
