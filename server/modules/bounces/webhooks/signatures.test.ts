import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { oauthServer } from '../../../testing/servers/oauth-server.ts'
import {
  configure,
  post,
  SETTINGS,
  SIGNED,
  type Signed,
  sentMessage,
  stateOf,
} from '../../../testing/servers/provider-webhooks.ts'
import { echoedHeaders } from '../../delivery/compose/echoed-headers.ts'

const forged = (provider: string, change: (signed: Signed) => Signed, ago_ms = 0) => {
  const signed = SIGNED[provider]?.({ id: randomUUID() }, ago_ms) as Signed
  return post(provider, change(signed))
}

test('a request without a valid signature is rejected before its body is read [S9]', async () => {
  configure(SETTINGS)
  for (const provider of ['postmark', 'sendgrid', 'resend', 'generic'])
    expect((await forged(provider, () => ({ body: '{not json', headers: {} }))).status, provider).toBe(401)
  expect(await forged('mailgun', () => ({ body: '{}', headers: {} }))).toMatchObject({ status: 401 })
  const changed = (signed: Signed) => ({ ...signed, body: `${signed.body} ` })
  for (const provider of ['sendgrid', 'resend', 'generic'])
    expect((await forged(provider, changed)).status, provider).toBe(401)
  const { status, body } = await forged('generic', (signed) => signed)
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { errors: [expect.stringContaining('Event 1 needs id')] },
  })
})

test('a signature is accepted for a limited time [S9]', async () => {
  configure(SETTINGS)
  const HOUR = 3_600_000
  const unchanged = (signed: Signed) => signed
  for (const [provider, max_age] of [
    ['resend', HOUR / 12],
    ['generic', HOUR / 12],
    ['mailgun', 12 * HOUR],
    ['sendgrid', 25 * HOUR],
  ] as const) {
    expect((await forged(provider, unchanged, max_age + 60_000)).status, provider).toBe(401)
    expect((await forged(provider, unchanged, -max_age - 60_000)).status, provider).toBe(401)
    expect((await forged(provider, unchanged, max_age - 60_000)).status, provider).not.toBe(401)
  }
})

test('a captured Mailgun request cannot carry another event, even if its own event was not ours [S9]', async () => {
  configure(SETTINGS)
  const message = await sentMessage()
  const captured = SIGNED.mailgun?.({ event: 'delivered', id: randomUUID(), recipient: message.to }) as Signed
  expect((await post('mailgun', captured)).status).toBe(200)
  const { signature } = JSON.parse(captured.body)
  const failed_event = {
    event: 'failed',
    severity: 'permanent',
    id: randomUUID(),
    recipient: message.to,
    reason: 'bounce',
    envelope: { sender: message.from },
  }
  const forged_body = JSON.stringify({
    signature,
    'event-data': {
      ...failed_event,
      'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'No such user' },
    },
  })
  expect(await post('mailgun', { body: forged_body, headers: {} })).toMatchObject({ status: 401 })
  expect(await stateOf(message)).toBe('active')
  // A retry is the same request.
  expect((await post('mailgun', captured)).status).toBe(200)
})

test('an endpoint without its setting does not exist, and a large body is rejected', async () => {
  configure({ BOUNCE_WEBHOOK_SECRET: SETTINGS.BOUNCE_WEBHOOK_SECRET })
  for (const provider of ['ses', 'postmark', 'mailgun', 'sendgrid', 'resend', 'other'])
    expect((await post(provider, { body: '{}', headers: {} })).status).toBe(404)
  expect((await post('generic', { body: 'x'.repeat(1_000_001), headers: {} })).status).toBe(413)
})

test('a body with more values than events have is rejected before parsing, which would block the process', async () => {
  configure(SETTINGS)
  const body = `{"signature":[${'[],'.repeat(200_000)}[]]}`
  for (const provider of ['mailgun', 'ses', 'generic'])
    expect(await post(provider, { body, headers: {} }), provider).toMatchObject({
      status: 413,
      body: { errors: ['Request body has more than 100,000 values'] },
    })
})

test('the example of the documentation reports a bounce', async () => {
  const BASE_URL = await oauthServer()
  configure({ BASE_URL, BOUNCE_WEBHOOK_SECRET: SETTINGS.BOUNCE_WEBHOOK_SECRET })
  const message = await sentMessage()
  const docs = readFileSync('docs/bounce-webhooks.md', 'utf8')
  const [, example = ''] = /<!-- example -->\s+```sh\n([^`]+)```/.exec(docs) ?? []
  const script = example.replace('lin@example.net', message.to).replace('nora@studio.example', message.from)
  const settings = `BASE_URL=${BASE_URL}\nBOUNCE_WEBHOOK_SECRET=${SETTINGS.BOUNCE_WEBHOOK_SECRET}\n`
  const { stdout } = await promisify(execFile)('sh', ['-ec', settings + script.replace('7f0c', randomUUID())])
  expect(JSON.parse(stdout)).toEqual({ applied: 1 })
  expect(await stateOf(message)).toBe('bounced')
})

test('messages carry headers for configured providers to repeat, and none for others', async () => {
  const ref = { account_id: 3, mail_id: 4 }
  expect(echoedHeaders(ref)).toEqual({})
  configure(SETTINGS)
  expect(echoedHeaders(ref)).toEqual({
    'X-SES-MESSAGE-TAGS': 'envoi=3-4',
    'X-PM-Metadata-envoi': '3-4',
    'X-Mailgun-Variables': '{"envoi":"3-4"}',
    'X-SMTPAPI': '{"unique_args":{"envoi":"3-4"}}',
  })
})

test('a webhook with characters that PostgreSQL cannot store is applied like any other', async () => {
  configure(SETTINGS)
  const message = await sentMessage()
  const event = {
    id: `${randomUUID()}\0\ud800`,
    type: 'hard_bounce',
    email_address: message.to,
    from: message.from,
    status: '5.1.1\0',
    occurred_at: '-271821-04-20T00:00:00Z',
    diagnostic: 'smtp; 550\0 5.1.1 No such \ud800user',
  }
  const signed = SIGNED.generic?.(event) as Signed
  expect(await post('generic', signed)).toMatchObject({ status: 200, body: { applied: 1 } })
  expect(await stateOf(message)).toBe('bounced')
  expect(await post('generic', signed)).toMatchObject({ status: 200, body: { repeated: 1 } })
  for (const email_address of ['\0', 'a\0b@example.net', '\udfff@example.net'])
    expect(
      await post('generic', SIGNED.generic?.({ ...event, id: randomUUID(), email_address }) as Signed),
    ).toMatchObject({ status: 200, body: { unmatched: 1 } })
})
