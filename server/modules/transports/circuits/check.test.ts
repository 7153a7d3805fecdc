import { expect, test } from 'vitest'
import { warnOfTransport } from '../../../boot.ts'
import { makeLog } from '../../../core/log.ts'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { auditedActions } from '../../../testing/database/audit.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { addSubscribers, sendAll, sendTo, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { startScripted } from '../../../testing/servers/smtp-servers.ts'
import { checkMail } from '../../admin/setup/mail.ts'
import { checkTransports, recheckTransports } from './check.ts'

// Transport errors apply to all accounts.
runInOwnDatabase()

const NOON = new Date('2026-03-04T12:00:00Z')
const LATER = new Date('2026-03-04T12:01:00Z')

test('every page shows an unavailable mail server with its reply until it is available again', async () => {
  let isDown = true
  const server = await startScripted((line) => (isDown && line === 'CONNECT' ? '454 4.3.0 Down for repair' : undefined))
  sendTo(`smtp://127.0.0.1:${server.port}/?tls=never`)
  const { mail } = dashboard(await testAccount())
  expect(await mail.transportError()).toEqual({ transport_error: null })
  expect((await checkTransports({ now: NOON }))[0]?.problem).toContain('Down for repair')
  await recheckTransports({ now: LATER })
  expect(await mail.transportError()).toEqual({
    transport_error: {
      kind: 'unreachable',
      since: '2026-03-04T12:00:00Z',
      reply: expect.stringContaining('454 4.3.0 Down for repair'),
      paused_until: null,
    },
  })
  expect(await checkMail({ env: env() })).toMatchObject([
    {
      status: 'fail',
      text: expect.stringMatching(/454 4.3.0 Down for repair; mail has waited since 2026-03-04 12:00 UTC$/),
    },
  ])
  isDown = false
  await recheckTransports({ now: LATER })
  expect(await mail.transportError()).toEqual({ transport_error: null })
  expect(await checkMail({ env: env() })).toMatchObject([{ status: 'ok' }])
})

test('an administrator tries a transport and sees the server’s reply, and each attempt is recorded', async () => {
  let isDown = true
  const server = await startScripted((line) => (isDown && line === 'CONNECT' ? '454 4.3.0 Down for repair' : undefined))
  sendTo(`smtp://127.0.0.1:${server.port}/?tls=never`)
  const account = await testAccount()
  const { transports } = dashboard(account, account.ctx, { is_admin: true })
  const { name } = (await transports.list())[0] ?? expect.fail('no transport')
  expect((await transports.try({ name })).problem).toContain('454 4.3.0 Down for repair')
  isDown = false
  expect(await transports.try({ name })).toMatchObject({ problem: null })
  await expect(transports.try({ name: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await auditedActions(account.user_id)).toEqual(['transport_tried', 'transport_tried'])
})

test('a start with an unavailable mail server logs a warning with the reason and continues', async () => {
  const server = await startScripted((line) => (line === 'CONNECT' ? '454 4.3.0 Down for repair' : undefined))
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  sendTo(`smtp://127.0.0.1:${server.port}/?tls=never`)
  await warnOfTransport({ log })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: log.levels.values.warn,
      problem: expect.stringContaining('454 4.3.0 Down for repair'),
      msg: 'The mail server of SMTP_URL cannot be used. Mail is queued until it can.',
    }),
  ])
})

test('a start with a working mail server logs no warning', async () => {
  await sendToSink()
  const lines: string[] = []
  await warnOfTransport({ log: makeLog('info', { write: (line) => void lines.push(line) }) })
  expect(lines).toEqual([])
})

test('a wrong SMTP password is reported without the password', async () => {
  const server = await startScripted(
    (line) => (line.startsWith('AUTH') ? '535 5.7.8 Authentication failed' : undefined),
    ['AUTH PLAIN'],
  )
  sendTo(`smtp://user:hunter2@127.0.0.1:${server.port}/?tls=never`)
  const problem = (await checkTransports({ now: NOON }))[0]?.problem
  expect(problem).toContain('535 5.7.8 Authentication failed')
  expect(problem).not.toContain('hunter2')
})

test('a transport error during a broadcast shows in every account until the first message is accepted', async () => {
  const sink = await sendToSink()
  await sink.close()
  const account = await testAccount()
  const other_mail = dashboard(await testAccount()).mail
  await addSubscribers(account, 2)
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  expect(await other_mail.transportError()).toMatchObject({
    transport_error: { kind: 'unreachable', reply: expect.stringMatching(/ECONNREFUSED/) },
  })
  const again = await sendToSink()
  expect(await sendAll(account, id)).toBe('finished')
  expect(again.messages).toHaveLength(2)
  expect(await other_mail.transportError()).toEqual({ transport_error: null })
})

test('refusals show only in the refused account, and not in accounts whose email is caught', async () => {
  await sendToSink({ onRecipient: () => ({ code: 550, text: '5.7.1 Blocked' }) })
  const account = await testAccount()
  const other_account = await testAccount()
  await addSubscribers(account, 6)
  await sendAll(account, await startBroadcast(account))
  expect(await dashboard(account).mail.transportError()).toMatchObject({
    transport_error: { kind: 'refused', reply: '550 5.7.1 Blocked' },
  })
  expect(await dashboard(other_account).mail.transportError()).toEqual({ transport_error: null })
  expect(await checkMail({ env: env() })).toContainEqual({
    subject: `mail of account ${account.account_id}`,
    status: 'warn',
    text: expect.stringMatching(/^refused since .* UTC, last: 550 5.7.1 Blocked$/),
  })
  await unscoped().account.update({ where: { id: account.account_id }, data: { mail_is_caught: true } })
  expect(await dashboard(account).mail.transportError()).toEqual({ transport_error: null })
})
