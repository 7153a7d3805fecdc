import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api } from '../../testing/api.ts'

const KINDS: [string, object, string][] = [
  ['segments', { name: 'Oslo', definition: { conditions: [] } }, 'segment'],
  ['sequences', { name: 'Welcome', active: false }, 'sequence'],
  ['broadcasts', { subject: 'March', content: '<p>Hello</p>' }, 'broadcast'],
  ['email_templates', { name: 'Own', start: 'Classic' }, 'email_template'],
  ['automations', { name: 'Birthday', kind: 'visual' }, 'automation'],
  ['posts', { title: 'A bench' }, 'post'],
  ['tags', { name: 'Oslo' }, 'tag'],
]

test.each(KINDS)('a program undoes its deletion in %s within an hour [contract 21.10]', async (noun, body, member) => {
  const { account_id, user_id } = await testAccount()
  const credential = { token: await testToken(account_id, user_id) }
  const ask = (operation: string, body?: unknown) => api(operation, credential, body)
  const made = await ask(`POST /v4/${noun}`, body)
  const { id } = made.body[member]
  expect((await ask(`DELETE /v4/${noun}/${id}`)).status).toBe(204)
  expect((await ask(`GET /v4/${noun}/${id}`)).status).toBe(404)
  const { deletions } = (await ask('GET /v4/deletions')).body
  expect(deletions).toMatchObject([{ item_id: id, kind: member }])
  const undo = `POST /v4/${noun}/deletions/${deletions[0].id}/undo`
  const other = await testAccount()
  expect((await api(undo, { token: await testToken(other.account_id, other.user_id) })).status).toBe(404)
  expect((await ask(undo)).status).toBe(204)
  expect((await ask(`GET /v4/${noun}/${id}`)).status).toBe(200)
  expect((await ask(undo)).status).toBe(404)
  expect((await ask('GET /v4/deletions')).body).toEqual({ deletions: [] })
})

test('after an hour a deletion is not listed and cannot be undone [contract 21.10]', async () => {
  const { account_id, user_id, ctx } = await testAccount()
  const credential = { token: await testToken(account_id, user_id) }
  const { segment } = (await api('POST /v4/segments', credential, { name: 'Oslo', definition: { conditions: [] } }))
    .body
  await api(`DELETE /v4/segments/${segment.id}`, credential)
  const { deletions } = (await api('GET /v4/deletions', credential)).body
  const deleted_at = new Date(Date.now() - 61 * 60_000)
  await ctx.db.deletedRecord.updateMany({ data: { deleted_at } })
  expect((await api('GET /v4/deletions', credential)).body).toEqual({ deletions: [] })
  expect((await api(`POST /v4/segments/deletions/${deletions[0].id}/undo`, credential)).status).toBe(404)
})
