import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { rootLogger } from '../../../core/log.ts'
import { database, unscoped } from '../../../db/client.ts'
import { PersistentSession } from '../../../db/connections/persistent-session.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import {
  COMPLAINT,
  HARD,
  intake,
  post,
  report,
  sent,
  waiting,
  withReturnPaths,
} from '../../../testing/reports/intake.ts'
import { openImapServer } from '../../../testing/servers/imap-server.ts'
import { Arrivals } from './arrivals.ts'
import { MailboxIntake } from './mailbox.ts'

runInOwnDatabase()
withReturnPaths()

test('the next process receives reports when the process with the port stops', async () => {
  const { return_paths, states } = await sent(2)
  const [lin = '', mia = ''] = return_paths
  const old = await intake()
  const next = await intake({ BOUNCE_SMTP_PORT: old.port }, { poll_ms: 10 })
  expect(next.port).toBeUndefined()
  await post(old.port, lin, report(HARD, lin))
  await old.stop()
  const arrives = () => post(old.port, mia, report(HARD, mia)).then(({ response }) => response)
  await expect.poll(() => arrives().catch(() => 'refused'), PATIENCE).toBe('250 2.0.0 Stored')
  await expect.poll(states, PATIENCE).toEqual(['bounced', 'bounced'])
})

test('a server that requires encryption delivers reports with STARTTLS', async () => {
  const { return_paths, states } = await sent(1)
  const [lin = ''] = return_paths
  const file = (name: string) => path.join(import.meta.dirname, '../webhooks/fixtures', name)
  const { port } = await intake({
    BOUNCE_SMTP_CERTIFICATE: file('sns-certificate.pem'),
    BOUNCE_SMTP_KEY: file('sns-key.pem'),
  })
  const tls = { rejectUnauthorized: false }
  const transport = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls })
  onTestFinished(() => transport.close())
  const message = { envelope: { from: '', to: [lin] }, raw: report(HARD, lin) }
  expect((await transport.sendMail(message)).response).toBe('250 2.0.0 Stored')
  // Mail is also accepted without it, because most servers encrypt only where it is offered.
  await post(port, lin, report(HARD, lin))
  await expect.poll(states, PATIENCE).toEqual(['bounced'])
  await expect.poll(waiting, PATIENCE).toBe(0)
})

/** Opens a connection and sends the first part of a message. */
async function transferring(port: number, to: string, part: string) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  const answered = (code: string) => expect.poll(() => text, PATIENCE).toContain(`\n${code} `)
  await expect.poll(() => text, PATIENCE).toContain('220 ')
  socket.write(`HELO test\r\nMAIL FROM:<>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
  await answered('354')
  socket.write(part)
  return { socket, answered }
}

test('a stop completes the message in transfer, and stores nothing of an interrupted or endless one', async () => {
  const { return_paths } = await sent(2)
  const [lin = '', mia = ''] = return_paths
  const text = report(HARD, lin).toString()
  const storedCount = async () =>
    (await unscoped().receivedMessage.count()) + (await unscoped().deliveryReport.count({ where: { source: 'smtp' } }))
  const count_before = await storedCount()
  const { port = 0, stop } = await intake({}, { limits: { close_ms: 60_000 } })
  const idle = net.connect(port, '127.0.0.1').on('error', () => undefined)
  await once(idle, 'data')
  const completes = await transferring(port, lin, text.slice(0, 300))
  const breaks = await transferring(port, mia, text.slice(0, 200))
  const stopped = stop()
  await once(idle, 'close')
  completes.socket.write(`${text.slice(300)}\r\n.\r\n`)
  await completes.answered('250')
  breaks.socket.destroy()
  completes.socket.end('QUIT\r\n')
  await stopped
  const other = await intake({}, { limits: { close_ms: 10 } })
  const hangs = await transferring(other.port ?? 0, mia, text.slice(0, 200))
  await Promise.all([other.stop(), once(hangs.socket, 'close')])
  // Leases are released, so another process need not wait for their end.
  expect(await unscoped().receivedMessage.count({ where: { leased_until: { not: null } } })).toBe(0)
  expect((await storedCount()) - count_before).toBe(1)
  await unscoped().receivedMessage.deleteMany()
})

test('one of two processes reads the mailbox, and the other continues when it stops', async () => {
  const { return_paths } = await sent(3)
  const [lin = '', mia = '', ada = ''] = return_paths
  const server = await openImapServer()
  const open = async () => {
    const session = new PersistentSession({ config: { connectionString: database().url }, log: rootLogger })
    await session.use({ channels: [], onNotification: () => undefined })
    const mailbox = new MailboxIntake({
      url: `imap://reports:secret@127.0.0.1:${server.port}/INBOX`,
      arrivals: new Arrivals(() => undefined),
      mayRead: () => session.tryLock(0x656e7602),
      log: rootLogger(),
      poll_ms: 10,
    })
    const stop = async () => {
      await mailbox.stop()
      await session.close()
    }
    onTestFinished(stop)
    mailbox.start()
    return { stop }
  }
  const messagesLeft = () => server.folders.get('INBOX')?.length
  const first = await open()
  server.deliver(report(HARD, lin))
  await expect.poll(messagesLeft, PATIENCE).toBe(0)
  await open()
  server.deliver(report(COMPLAINT, mia))
  await expect.poll(messagesLeft, PATIENCE).toBe(0)
  expect(server.sessions).toBe(1)
  await first.stop()
  server.deliver(report(HARD, ada))
  await expect.poll(messagesLeft, PATIENCE).toBe(0)
  expect(server.sessions).toBe(2)
  expect(await waiting()).toBe(3)
  await unscoped().receivedMessage.deleteMany()
})

// 0.0.0.0 reaches this machine, but the setting does not count it among its names.
test.each([
  ['0.0.0.0', 0],
  ['localhost', 1],
])('over imap:// the password for %s is sent %i times to a server without STARTTLS', async (host, sessions) => {
  const server = await openImapServer()
  server.deliver(Buffer.from('a report'))
  let rounds = 0
  const mailbox = new MailboxIntake({
    url: `imap://reports:secret@${host}:${server.port}/INBOX`,
    arrivals: new Arrivals(() => undefined),
    mayRead: async () => ++rounds > 0,
    log: rootLogger(),
    poll_ms: 10,
  })
  onTestFinished(() => mailbox.stop())
  mailbox.start()
  await expect.poll(() => rounds, PATIENCE).toBeGreaterThan(2)
  await expect.poll(() => server.connections, PATIENCE).toBeGreaterThan(0)
  expect(server.sessions).toBe(sessions)
  expect(server.commands.includes('LOGIN')).toBe(sessions > 0)
  await mailbox.stop()
  await unscoped().receivedMessage.deleteMany()
})
