import { expect, test } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { workOnAction } from './apply.ts'

const EVERYONE = { kind: 'query', status: 'all' }

test('a program previews, tries, requests, cancels and reads a bulk action [contract 21.10]', async () => {
  const account = await testAccount()
  const { account_id, user_id } = account
  const credential = { token: await testToken(account_id, user_id) }
  const ask = (operation: string, body?: unknown) => api(operation, credential, body)
  await addSubscribers(account, 3)
  const action = { kind: 'unsubscribe' }
  const input = { selection: EVERYONE, action }
  expect((await ask('POST /v4/bulk_actions/preview', input)).body.preview).toEqual({ matched: 3, changed: 3 })
  const tried = await ask('POST /v4/bulk_actions', { ...input, dry_run: true })
  expect(tried).toMatchObject({ status: 202, body: { dry_run: { recipients: 3 }, bulk_action: { state: 'running' } } })
  expect((await ask('GET /v4/bulk_actions')).body).toEqual({ bulk_actions: [] })
  expect((await ask('POST /v4/bulk_actions', { ...input, expected_recipients: 50 })).body.errors).toEqual([
    'expected_recipients is 50, but it would reach 3 subscribers',
  ])
  const { bulk_action } = (await ask('POST /v4/bulk_actions', { ...input, expected_recipients: 3 })).body
  expect(bulk_action).toMatchObject({ kind: 'unsubscribe', state: 'running', total: 3 })
  const path = `/v4/bulk_actions/${bulk_action.id}`
  expect((await ask(`GET ${path}`)).body.bulk_action).toEqual(bulk_action)
  expect((await ask(`POST ${path}/cancel`)).body.bulk_action.state).toBe('canceled')
  expect((await ask(`POST ${path}/cancel`)).status).toBe(409)
  expect((await ask('POST /v4/bulk_actions', { selection: { kind: 'query', tag: 3 }, action })).status).toBe(422)
  const other = await testAccount()
  expect((await api(`GET ${path}`, key(other))).status).toBe(404)
})

test('a program tries the undo of a bulk action, which counts those whom it changed [contract 21.10]', async () => {
  const account = await testAccount()
  const credential = { token: await testToken(account.account_id, account.user_id) }
  const ask = (operation: string, body?: unknown) => api(operation, credential, body)
  await addSubscribers(account, 3)
  const { tag } = (await ask('POST /v4/tags', { name: 'Guests' })).body
  const input = { selection: EVERYONE, action: { kind: 'tag', tag_id: tag.id } }
  const { id } = (await ask('POST /v4/bulk_actions', input)).body.bulk_action
  await workOnAction(systemCtx(account.account_id), { id })
  const path = `/v4/bulk_actions/${id}`
  expect((await ask(`POST ${path}/undo`, { dry_run: true })).body.dry_run).toMatchObject({ recipients: 3 })
  const refused = await ask(`POST ${path}/undo`, { expected_recipients: 9 })
  expect(refused.body.errors).toEqual(['expected_recipients is 9, but it would reach 3 subscribers'])
  expect((await ask(`GET ${path}`)).body.bulk_action).toMatchObject({ state: 'completed', changed: 3 })
  const undone = await ask(`POST ${path}/undo`, { expected_recipients: 3 })
  expect(undone).toMatchObject({ status: 202, body: { bulk_action: { state: 'undoing' } } })
})

test('a bulk action needs sending:write, and deleting the admin role [contract 21.10]', async () => {
  const account = await testAccount()
  const { account_id, user_id } = account
  await addSubscribers(account, 1)
  const withScopes = async (scopes: string[]) => ({ token: await testToken(account_id, user_id, { scopes }) })
  const input = { selection: EVERYONE, action: { kind: 'delete' } }
  expect((await api('POST /v4/bulk_actions', await withScopes(['read', 'write']), input)).status).toBe(403)
  expect((await api('POST /v4/bulk_actions', await withScopes(['sending:write']), input)).status).toBe(202)
  await unscoped().membership.updateMany({ where: { account_id }, data: { role: 'editor' } })
  expect((await api('POST /v4/bulk_actions', await withScopes(['public']), input)).status).toBe(403)
})
