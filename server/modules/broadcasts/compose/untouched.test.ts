import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { discardForgotten } from './untouched.ts'

test('leaving a new draft leaves nothing behind, unless something was written or an app created it', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const [left, written] = [await app.create({}), await app.create({})]
  await app.update({ id: written.id, preview_text: 'Soon' })
  // The key has no creator, the token has the rights of a member.
  const [{ body }, { body: app_body }] = [
    await api('POST /v4/broadcasts', key(account), {}),
    await api('POST /v4/broadcasts', bearer(account), {}),
  ]
  expect(await app.discardUntouched({ id: left.id })).toEqual({ discarded: true })
  expect(await app.discardUntouched({ id: written.id })).toEqual({ discarded: false })
  for (const { broadcast } of [body, app_body])
    expect(await app.discardUntouched({ id: broadcast.id })).toEqual({ discarded: false })
  await expect(app.discardUntouched({ id: left.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await app.list({})).rows.map(({ id }) => id)).toEqual([app_body.broadcast.id, body.broadcast.id, written.id])
})

test('a new draft whose tab was closed is not listed, and deleted after a day', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const [closed, written] = [await app.create({}), await app.create({ subject: 'Moss' })]
  expect((await app.list({})).rows.map(({ id }) => id)).toEqual([written.id])
  // Long ago: other tests have drafts of today.
  const created = new Date('2001-01-01T00:00:00Z')
  await account.ctx.db.broadcast.updateMany({
    where: { id: closed.id },
    data: { created_at: created, updated_at: created },
  })
  await discardForgotten({ now: new Date('2001-01-01T23:00:00Z') })
  expect((await app.get({ id: closed.id })).id).toBe(closed.id)
  await discardForgotten({ now: new Date('2001-01-02T01:00:00Z') })
  await expect(app.get({ id: closed.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await app.list({})).rows.map(({ id }) => id)).toEqual([written.id])
})
