import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { limitsByHand } from '../../../testing/time-limits.ts'
import { reasonOf } from './post.ts'

const { receiver, settle } = testWebhooks()

/** Sends one sample to a server and returns its delivery status with the attempt. */
async function attemptAt(answer: http.RequestListener, scheme = 'http') {
  const server = http.createServer((request, response) => request.resume().on('end', () => answer(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { id } = await app.create({ url, events: ['tag.created'] })
  const { delivery_id } = await app.sample({ id, type: 'tag.created' })
  await settle()
  const { status, attempts } = await app.delivery({ delivery_id })
  expect(attempts).toHaveLength(1)
  return { status, ...attempts[0] }
}

test('an attempt without an answer fails after 10 seconds [W5]', async () => {
  const limits = limitsByHand()
  const attempt = await attemptAt(limits.reach)
  expect(attempt).toMatchObject({ status: 'retrying', response_status: null, error: 'No answer within 10 seconds' })
  expect(limits.set()).toEqual([10_000])
})

test('a 2xx is success, even if its body never ends or breaks off [W4, contract 9.1]', async () => {
  limitsByHand().reachInBody()
  const endless = await attemptAt((_, response) => {
    response.writeHead(200).write('so far')
  })
  expect(endless).toMatchObject({ status: 'delivered', response_status: 200, response_body: 'so far', error: null })
  const broken = await attemptAt((_, response) => {
    response.writeHead(202, { 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  })
  expect(broken).toMatchObject({ status: 'delivered', response_status: 202, error: null })
})

test('an attempt without an answer has an error in words [W5]', async () => {
  const closed = await attemptAt((request) => request.socket.destroy())
  expect(closed).toMatchObject({ response_status: null, error: 'The connection was closed before an answer came' })
  const garbage = await attemptAt((request) => request.socket.end('nonsense\r\n\r\n'))
  expect(garbage).toMatchObject({ response_status: null, error: 'The answer is not HTTP' })
  const plain = await attemptAt((_, response) => response.end(), 'https')
  expect(plain).toMatchObject({
    response_status: null,
    error: 'No secure connection: the server must support TLS 1.2 or newer',
  })
})

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate; try running Node.js with --use-system-ca', /self-signed/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', /intermediate certificates/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", /for another host name/],
  ['EHOSTUNREACH', 'connect EHOSTUNREACH 203.0.113.9:443', /^The host cannot be reached$/],
])('the error of %s addresses the owner of the receiving server [W5]', (code, message, words) => {
  expect(reasonOf(Object.assign(new Error(message), { code }))).toMatch(words)
})

test('a shortened error is well-formed text that can be stored', () => {
  const reason = reasonOf(new Error(`${'x'.repeat(499)}😀`))
  expect([reason.isWellFormed(), reason.length]).toEqual([true, 500])
})

test('the API shows why there was no response, and no error if there was one [W10]', async () => {
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const attemptsAt = async (url: string) => {
    const { id } = await app.create({ url, events: ['tag.created'] })
    const { delivery_id } = await app.sample({ id, type: 'tag.created' })
    await settle()
    return (await api(`GET /v4/webhook_endpoints/${id}/deliveries/${delivery_id}`, key(account))).body.delivery.attempts
  }
  const answering = await receiver()
  const [answered] = await attemptsAt(answering.url)
  expect(Object.keys(answered).sort()).toEqual(['attempted_at', 'duration_ms', 'response_body', 'response_status'])
  await answering.close()
  expect(await attemptsAt(answering.url)).toMatchObject([
    { response_status: null, response_body: null, error: 'The connection was refused' },
  ])
})
