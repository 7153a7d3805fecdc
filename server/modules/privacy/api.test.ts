import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { upsertSubscriber } from '../subscribers/service.ts'

async function withSubscriber() {
  const account = await testAccount()
  const { id } = (await upsertSubscriber(account.ctx, { email_address: 'lin@example.net' })).value
  const ask = (change: string, body?: unknown) => api(`POST /v4/subscribers/${id}/${change}`, key(account), body)
  const setState = (state: 'inactive' | 'bounced') =>
    unscoped().subscriber.updateMany({ where: { account_id: account.account_id }, data: { state } })
  return { account, id, ask, setState }
}

test('a program erases a subscriber whose address it names, with the scope for it [contract 22.4]', async () => {
  const { account, id, ask } = await withSubscriber()
  expect((await ask('erase', {})).body.errors).toEqual(['email_address is required'])
  expect((await ask('erase', { email_address: 'ada@example.net' })).body.errors).toEqual([
    'The email address does not match this subscriber',
  ])
  const { account_id, user_id } = account
  const token = await testToken(account_id, user_id, { scopes: ['read', 'write'] })
  const given = { email_address: 'LIN@example.net' }
  expect((await api(`POST /v4/subscribers/${id}/erase`, { token }, given)).status).toBe(403)
  expect((await api(`POST /v4/subscribers/${id}/erase`, key(await testAccount()), given)).status).toBe(404)
  expect((await ask('erase', given)).status).toBe(204)
  expect(await account.ctx.db.subscriber.count()).toBe(0)
  expect((await ask('erase', given)).status).toBe(404)
})

test('a program makes an inactive or bounced subscriber active, and no other one [contract 22.4]', async () => {
  const { account, id, ask, setState } = await withSubscriber()
  await setState('inactive')
  expect((await ask('reactivate')).body.subscriber).toMatchObject({ state: 'active' })
  await setState('bounced')
  expect((await ask('reactivate')).status).toBe(422)
  expect((await ask('restore', { reason: ' ' })).body.errors).toEqual([
    expect.stringContaining('Reason can’t be blank'),
  ])
  const { account_id, user_id } = account
  const token = await testToken(account_id, user_id, { scopes: ['read', 'write'] })
  const refused = await api(`POST /v4/subscribers/${id}/restore`, { token }, { reason: 'They wrote to us' })
  expect(refused.status).toBe(403)
  expect((await ask('restore', { reason: 'They wrote to us' })).body.subscriber).toMatchObject({ state: 'active' })
  const causes = await account.ctx.db.stateChange.findMany({
    where: { from_state: { not: null } },
    orderBy: { id: 'asc' },
  })
  expect(causes.map(({ to_state, cause }) => [to_state, cause])).toEqual([
    ['active', 'api'],
    ['active', 'api'],
  ])
  await ask('unsubscribe')
  for (const change of ['reactivate', 'restore'])
    expect((await ask(change, { reason: 'They wrote to us' })).body.errors).toEqual([
      expect.stringContaining('This one is cancelled'),
    ])
})

test('a program stops tracking a subscriber and confirms a changed address [contract 22.4]', async () => {
  const { account, id, ask } = await withSubscriber()
  expect((await ask('stop_tracking')).status).toBe(204)
  expect((await ask('confirm_address')).status).toBe(204)
  const other = key(await testAccount())
  for (const change of ['stop_tracking', 'confirm_address', 'reactivate'])
    expect((await api(`POST /v4/subscribers/${id}/${change}`, other)).status).toBe(404)
  expect(await account.ctx.db.subscriber.count()).toBe(1)
})
