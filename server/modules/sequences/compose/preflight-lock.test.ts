import { expect, test, vi } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { lockTable, runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { PATIENCE } from '../../../testing/patience.ts'

runInOwnDatabase()

/** Publishes a draft; its preflight waits for a locked table until `finish` is called. */
async function beingPublished() {
  const sequence = await makeSequence(await testAccount())
  const id = await sequence.email({ published: false })
  const table = await lockTable('tagging')
  const answer = sequence.call(`PUT /emails/${id}`, { published: true })
  await vi.waitUntil(table.isAwaited, PATIENCE)
  const finish = async () => {
    await table.release()
    return answer
  }
  return { ...sequence, id, finish }
}

test('a sequence can be changed during the preflight of one of its emails', async () => {
  const { call, id, finish } = await beingPublished()
  expect((await call('PUT', { name: 'Renamed' })).status).toBe(200)
  expect((await call(`PUT /emails/${id}`, { delay_value: 3 })).status).toBe(200)
  expect(await finish()).toMatchObject({ status: 200, body: { email: { published: true, delay_value: 3 } } })
})

test('a sequence email that changed during its preflight is not published', async () => {
  const { call, id, finish } = await beingPublished()
  expect((await call(`PUT /emails/${id}`, { content: '<p>Not checked</p>' })).status).toBe(200)
  expect(await finish()).toMatchObject({
    status: 422,
    body: { errors: [expect.stringContaining('changed while the email was being checked. Try again')] },
  })
  expect((await call(`GET /emails/${id}`)).body.email).toMatchObject({ published: false })
})
