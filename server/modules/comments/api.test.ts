import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api } from '../../testing/api.ts'

test('a program comments as its user, replies, edits, resolves, reads and deletes [contract 21.10]', async () => {
  const { account_id, user_id } = await testAccount()
  const credential = { token: await testToken(account_id, user_id) }
  const ask = (operation: string, body?: unknown) => api(operation, credential, body)
  const { id: item_id } = (await ask('POST /v4/broadcasts', { subject: 'March', content: '<p>Hello</p>' })).body
    .broadcast
  const item = { kind: 'broadcast', item_id }
  const list = `GET /v4/comments?kind=broadcast&item_id=${item_id}`
  const made = await ask('POST /v4/comments', { ...item, text: 'Wrong price', quote: { text: 'Hello' } })
  expect(made).toEqual({ status: 201, headers: made.headers, body: { comment: { id: expect.any(Number) } } })
  const { id } = made.body.comment
  await ask('POST /v4/comments', { ...item, text: 'Indeed', thread_id: id })
  expect((await ask(`PUT /v4/comments/${id}`, { text: 'Wrong date' })).status).toBe(204)
  expect((await ask(list)).body.comments).toMatchObject([
    { id, text: 'Wrong date', is_mine: true, quote: { text: 'Hello' }, replies: [{ text: 'Indeed' }] },
  ])
  expect((await ask('POST /v4/comments/read', { ...item, up_to: id })).status).toBe(204)
  expect((await ask(`POST /v4/comments/${id}/resolve`, { is_resolved: true })).status).toBe(204)
  expect((await ask(list)).body.comments).toEqual([])
  expect((await ask(`${list}&is_resolved=true`)).body.comments).toHaveLength(1)
  expect((await ask('POST /v4/comments', { ...item, text: ' ' })).body.errors).toEqual(['text: Write a comment'])
  expect((await ask('POST /v4/comments', { ...item, item_id: 7_000_000, text: 'x' })).status).toBe(404)
  expect((await ask('PUT /v4/comments/7000000', { text: '' })).status).toBe(404)
  const other = await testAccount()
  const foreign = { token: await testToken(other.account_id, other.user_id) }
  for (const operation of [list, `DELETE /v4/comments/${id}`, `POST /v4/comments/${id}/resolve`])
    expect((await api(operation, foreign, { is_resolved: true })).status, operation).toBe(404)
  expect((await ask(`DELETE /v4/comments/${id}`)).status).toBe(204)
  const read = { token: await testToken(account_id, user_id, { scopes: ['read'] }) }
  expect((await api('POST /v4/comments', read, { ...item, text: 'x' })).status).toBe(403)
})
