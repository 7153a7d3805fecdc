import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { authOptions } from '../../../auth/options.ts'
import { serviceCtx } from '../../../core/context.ts'
import { database, unscoped } from '../../../db/client.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { visit } from '../../../testing/sign-in.ts'
import { firstAccountUrl, hasUsers } from './first-account.ts'
import { signUp } from './sign-up.ts'

runInOwnDatabase()

const token = () => new URL(firstAccountUrl()).searchParams.get('first') ?? expect.fail('the link has no token')

const signUpWith = (email_address: string, first?: string) =>
  signUp(serviceCtx(), {
    name: 'Lin',
    account_name: 'Fern Notes',
    password: 'the heron left at dawn',
    time_zone: 'UTC',
    email_address,
    source: { address: '203.0.113.9' },
    ...(first && { first }),
  } as never)

test('a first account without an administrator is not created, and the link still works', async () => {
  const { pool } = database()
  await pool.query(
    `create function refuse_entry() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$`,
  )
  await pool.query(
    'create trigger refuse_entry before insert on audit_entry for each row execute function refuse_entry()',
  )
  await expect(signUpWith('lin@example.net', token())).rejects.toThrow()
  await pool.query('drop function refuse_entry cascade')
  expect([await unscoped().user.count(), await unscoped().account.count()]).toEqual([0, 0])
})

test('on a new instance, only the link printed at the start creates an account, once, with an administrator', async () => {
  expect(await hasUsers()).toBe(false)
  for (const first of [undefined, '', 'guess', `${token().slice(0, -1)}x`, randomUUID()])
    await expect(signUpWith('eve@example.net', first)).rejects.toThrow(
      'No account exists yet. Open the link that Envoi printed when it started',
    )
  // A provider does not create a user either.
  const google = { type: 'oauth', provider: 'google', providerAccountId: '1' } as const
  const profile = { email: 'eve@example.net', email_verified: true }
  expect(await authOptions(visit()).callbacks?.signIn?.({ account: google, user: { id: '' }, profile })).toBe('/login')
  expect(await unscoped().user.count()).toBe(0)

  const both = await Promise.allSettled([
    signUpWith('lin@example.net', token()),
    signUpWith('max@example.net', token()),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: 'This link was used: the first account exists. Sign in, or ask its owner for an invitation' },
  })
  const users = await unscoped().user.findMany({ include: { memberships: true } })
  expect(users).toMatchObject([{ is_admin: true, email_proof: 'operator', memberships: [{ role: 'owner' }] }])
  const { rows } = await database().pool.query('select action, acted_as from audit_entry')
  expect(rows).toEqual([{ action: 'administrator_granted', acted_as: 'service' }])

  await expect(signUpWith('eve@example.net', token())).rejects.toThrow('This link was used')
  expect(await signUpWith('eve@example.net')).toEqual({ is_mailed: false })
  expect(await unscoped().user.count({ where: { is_admin: true } })).toBe(1)
})
