import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { testWebhooks } from '../../testing/webhooks.ts'

const { settle } = testWebhooks()

/** Sends one sample to a server and gives what the history says of the attempt. */
async function attemptAt(answer: http.RequestListener) {
  const server = http.createServer((request, response) => request.resume().on('end', () => answer(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { id } = await app.create({ url, events: ['tag.created'] })
  const { delivery_id } = await app.sample({ id, type: 'tag.created' })
  await settle()
  const { status, attempts } = await app.delivery({ delivery_id })
  expect(attempts).toHaveLength(1)
  return { status, ...attempts[0] }
}

/** Lets the time of an attempt pass at once, and gives how much was asked for. */
function timesAsked(): number[] {
  const asked: number[] = []
  const { timeout } = AbortSignal
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms)
    return timeout.call(AbortSignal, 150)
  })
  onTestFinished(() => spy.mockRestore())
  return asked
}

test('W5: who says nothing for 10 seconds has failed', async () => {
  const asked = timesAsked()
  const attempt = await attemptAt(() => undefined)
  expect(attempt).toMatchObject({ status: 'retrying', response_status: null, error: 'No answer within 10 seconds' })
  expect(asked).toEqual([10_000])
})

test('W4, contract 9.1: the status decides: a 2xx whose body never ends, or breaks off, is success', async () => {
  timesAsked()
  const endless = await attemptAt((_, response) => response.writeHead(200).write('so far'))
  expect(endless).toMatchObject({ status: 'delivered', response_status: 200, response_body: 'so far', error: null })
  const broken = await attemptAt((_, response) => {
    response.writeHead(202, { 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  })
  expect(broken).toMatchObject({ status: 'delivered', response_status: 202, error: null })
})

test('W5: what went wrong on the way is said in words', async () => {
  const closed = await attemptAt((request) => request.socket.destroy())
  expect(closed).toMatchObject({ response_status: null, error: 'The connection was closed before an answer came' })
})
