import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { upsertSubscriber } from '../modules/subscribers/service.ts'
import { createTag } from '../modules/tags/service.ts'
import { testAccount } from '../testing/account.ts'
import { duringTransaction } from '../testing/database/during-transaction.ts'
import { PATIENCE } from '../testing/patience.ts'
import { startRest } from '../testing/processes/rest-process.ts'

/** Returns whether the port refuses a connection. */
async function refuses(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = once(socket, 'connect').then(
    () => true,
    () => false,
  )
  const isOpen = await opened
  socket.destroy()
  return !isOpen
}

test.each([
  ['once', 1],
  ['twice, by its process group and by the command that started it,', 2],
])('a process that is asked %s to stop refuses connections, answers running requests, and ends', async (_, times) => {
  const rest = await startRest(inject('database_url'))
  onTestFinished(rest.kill)
  const { ctx, api_key } = await testAccount()
  const tag = (await createTag(ctx, { name: 'Beta' })).value
  const { value: lin } = await upsertSubscriber(ctx, { email_address: 'lin@example.net' })
  let stopped: Promise<number | null> | undefined
  const answered = await duringTransaction(
    ctx,
    (tx) => tx.sql.rows('select 1 from subscriber where account_id = $1 and id = $2 for update', [lin.id]),
    async () => {
      const answer = await fetch(`http://127.0.0.1:${rest.port}/v4/tags/${tag.id}/subscribers/${lin.id}`, {
        method: 'POST',
        headers: { 'X-Service-Api-Key': api_key },
      })
      return { status: answer.status, body: await answer.json() }
    },
    async () => {
      for (let sent = 0; sent < times; sent++) {
        stopped = rest.stop()
        // Signals that are sent in a row arrive as one.
        await vi.waitUntil(() => refuses(rest.port), { ...PATIENCE, interval: 5 })
      }
    },
  )
  expect(answered).toMatchObject({ value: { status: 201, body: { subscriber: { id: lin.id } } } })
  expect(await stopped).toBe(0)
  expect(await ctx.db.tagging.count()).toBe(1)
})
