import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startReports } from '../../../bounces.ts'
import { rootLogger } from '../../../core/log.ts'
import { database, unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { later } from '../../../testing/clock.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { addSubscribers, ledgerCounts, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import {
  COMPLAINT,
  DOMAIN,
  HARD,
  intake,
  post,
  report,
  sent,
  speak,
  WAITS,
  waiting,
  withReturnPaths,
} from '../../../testing/reports/intake.ts'
import { openImapServer } from '../../../testing/servers/imap-server.ts'
import { verifiedDomain } from '../../../testing/servers/sending-domain.ts'
import { Arrivals } from './arrivals.ts'
import { HeldMessages } from './held-messages.ts'
import { applyReceived, storeArrivals } from './received.ts'
import { listenForReports } from './smtp-listener.ts'

// The intake takes every message, so this needs a database that no other test writes to.
runInOwnDatabase()
withReturnPaths()

test('a bounce that arrives over SMTP bounces its subscriber, and a complaint at the address for complaints counts', async () => {
  const { account, broadcast_id, return_paths, states } = await sent(4)
  for (const return_path of return_paths) expect(return_path).toMatch(/^b-[a-z2-7]{30,62}@bounce\.studio\.example$/)
  const { port } = await intake()
  const [lin = '', mia = '', ada = ''] = return_paths
  expect((await post(port, lin.toUpperCase(), report(HARD, lin))).response).toBe('250 2.0.0 Stored')
  await post(port, `Complaints@${DOMAIN}`, report(COMPLAINT, mia))
  await post(port, ada, report(WAITS, ada))
  // Sends the same report again, as a sender does that did not receive our response.
  await post(port, lin, report(HARD, lin))
  await expect.poll(states, PATIENCE).toEqual(['bounced', 'complained', 'active', 'active'])
  await expect.poll(waiting, PATIENCE).toBe(0)
  expect(await unscoped().receivedMessage.count()).toBe(0)
  const { kept, counted } = await ledgerCounts(account, broadcast_id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 4, bounced: 1 })
})

test('the listener accepts only our return paths and relays nothing', async () => {
  const { return_paths } = await sent(1)
  const [lin = ''] = return_paths
  const { port } = await intake()
  const forged = `${lin.slice(0, 20)}${lin[20] === 'a' ? 'b' : 'a'}${lin.slice(21)}`
  for (const to of ['someone@gmail.example', `postmaster@${DOMAIN}`, forged, lin.replace(DOMAIN, 'other.example')]) {
    await expect(post(port, to, report(HARD, lin))).rejects.toMatchObject({ responseCode: 550 })
  }
  later(200 * 86_400_000)
  await expect(post(port, lin, report(HARD, lin))).rejects.toThrow('This return path has expired')
  const talk = await speak(port ?? 0)
  await talk('EHLO test', '250')
  await talk('AUTH PLAIN AGEAYg==', '500')
  expect(await unscoped().receivedMessage.count()).toBe(0)
})

test('replies to commands that arrive together are sent in one packet', async () => {
  const { return_paths } = await sent(1)
  const { port = 0 } = await intake()
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answer = async () => String((await once(socket, 'data'))[0])
  await answer()
  socket.write('EHLO test\r\n')
  await answer()
  socket.write(`MAIL FROM:<>\r\nRCPT TO:<${return_paths[0]}>\r\nDATA\r\n`)
  expect((await answer()).match(/^\d{3}/gm)).toEqual(['250', '250', '354'])
})

test('the listener limits size, recipients, connections and messages', async () => {
  const { return_paths } = await sent(3)
  const [lin = '', mia = '', ada = ''] = return_paths
  const limits = {
    message_bytes: 20_000,
    recipients: 2,
    bad_recipients: 2,
    messages_per_minute: 4,
    connections_per_address: 2,
  }
  const options = {
    port: 0,
    host: '127.0.0.1',
    domain: DOMAIN,
    arrivals: new Arrivals(() => undefined),
    log: rootLogger(),
  }
  const { port, close } = await listenForReports({ ...options, limits })
  onTestFinished(close)
  await expect(post(port, lin, Buffer.alloc(30_000, 'x'))).rejects.toMatchObject({ responseCode: 552 })
  const talk = await speak(port)
  await talk('HELO test', '250')
  await talk('MAIL FROM:<>', '250')
  await talk(`RCPT TO:<${lin}>`, '250')
  await talk(`RCPT TO:<${mia}>`, '250')
  await talk(`RCPT TO:<${ada}>`, '452')
  await talk('RSET', '250')
  await talk('MAIL FROM:<>', '250')
  await talk('RCPT TO:<x@y.example>', '550')
  await talk('RCPT TO:<x@y.example>', '550')
  await talk('RCPT TO:<x@y.example>', '421')
  await post(port, lin, report(HARD, lin))
  await expect(post(port, lin, report(HARD, mia))).rejects.toMatchObject({ responseCode: 451 })
  const [one, two] = [await speak(port), await speak(port)]
  await expect(speak(port)).rejects.toThrow('421')
  await one('QUIT', '221')
  await two('QUIT', '221')
  await unscoped().receivedMessage.deleteMany()
})

test('the listener answers 250 only after the message is committed', async () => {
  const { return_paths } = await sent(1)
  const [lin = ''] = return_paths
  const arrivals = new Arrivals(() => undefined)
  const { port, close } = await listenForReports({
    port: 0,
    host: '127.0.0.1',
    domain: DOMAIN,
    arrivals,
    log: rootLogger(),
  })
  onTestFinished(close)
  const client = await database().long.pool.connect()
  let isAnswered = false
  let posted: Promise<unknown>
  try {
    await client.query('begin')
    await client.query('lock table received_message in exclusive mode')
    posted = post(port, lin, report(HARD, lin)).finally(() => {
      isAnswered = true
    })
    const blocked = async () =>
      (
        await client.query(`select from pg_locks where relation = 'received_message'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`)
      ).rowCount
    await expect.poll(blocked, PATIENCE).toBe(1)
    expect(isAnswered).toBe(false)
    await client.query('commit')
  } finally {
    client.release()
  }
  await posted
  expect(await waiting()).toBe(1)
  await unscoped().receivedMessage.deleteMany()
})

test('a message that arrives while another one is being stored is also stored', async () => {
  const arrivals = new Arrivals(() => undefined)
  await arrivals.add({ source: 'imap', recipient: null, raw: Buffer.from('one') })
  await arrivals.add({ source: 'imap', recipient: null, raw: Buffer.from('two') })
  expect(await waiting()).toBe(2)
  await unscoped().receivedMessage.deleteMany()
})

test('messages in memory are applied from there, and by another process once their lease has ended', async () => {
  const { return_paths, states } = await sent(3)
  const held_messages = new HeldMessages()
  const arrivals = new Arrivals(() => undefined, held_messages)
  const [lin = '', mia = '', ada = ''] = return_paths
  const arrive = (to: string) => arrivals.add({ source: 'smtp', recipient: to, raw: report(HARD, to) })
  await arrive(lin)
  await applyReceived()
  expect(await states()).toEqual(['active', 'active', 'active'])
  await applyReceived(() => false, held_messages)
  expect(await states()).toEqual(['bounced', 'active', 'active'])
  // Simulates a process that died or is too slow.
  await Promise.all([mia, ada].map(arrive))
  expect(held_messages.size).toBe(2)
  later(61_000)
  expect(held_messages.take(1)).toEqual([])
  await applyReceived()
  expect(await states()).toEqual(['bounced', 'bounced', 'bounced'])
  await applyReceived(() => false, held_messages)
  expect([held_messages.size, await waiting()]).toEqual([0, 0])
})

test('another process applies a killed process’s messages once', async () => {
  const { account, broadcast_id, return_paths, states } = await sent(3)
  const arrivals = return_paths.map((to) => ({ source: 'smtp' as const, recipient: to, raw: report(HARD, to) }))
  await storeArrivals(arrivals)
  const rows = await unscoped().receivedMessage.findMany()
  await applyReceived()
  // The process died after it applied them and before it deleted them.
  const leased_until = new Date(Date.now() + 60_000)
  await unscoped().receivedMessage.createMany({ data: rows.map((row) => ({ ...row, leased_until })) })
  await applyReceived()
  expect(await waiting()).toBe(3)
  later(61_000)
  await applyReceived()
  expect(await unscoped().receivedMessage.count()).toBe(0)
  expect(await states()).toEqual(['bounced', 'bounced', 'bounced'])
  const { kept, counted } = await ledgerCounts(account, broadcast_id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 3, bounced: 3 })
})

test('a report that matches no message changes nothing, and only administrators of the instance see it', async () => {
  const { account, states } = await sent(1)
  const strange = report(COMPLAINT, 'someone@else.example').toString().replaceAll('studio.example/u/', 'x.example/v/')
  await storeArrivals([{ source: 'imap', recipient: null, raw: Buffer.from(strange) }])
  await applyReceived()
  expect(await states()).toEqual(['active'])
  expect(await unscoped().receivedMessage.findMany()).toMatchObject([{ read_at: expect.any(Date) }])
  const kept = await unscoped().deliveryReport.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(kept).toMatchObject({ outcome: 'unmatched', kind: 'complaint', reason: 'no_message_named', account_id: null })
  const page = { per_page: 50, include_total_count: false }
  const { unmatched_reports } = dashboard(account, account.ctx, { is_admin: true })
  const [listed] = (await unmatched_reports.list(page)).rows
  expect(listed).toMatchObject({ kind: 'complaint', source: 'imap', address: 'lin@example.net', has_message: true })
  const id = Number(listed?.id)
  expect(await unmatched_reports.message({ id })).toMatchObject({
    recipient: null,
    text: expect.stringContaining('Feedback-Type: abuse'),
    is_cut: false,
  })
  expect((await unmatched_reports.list({ ...page, kind: 'hard' })).rows).toEqual([])
  await expect(dashboard(account).unmatched_reports.list(page)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(dashboard(account).unmatched_reports.message({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await unscoped().receivedMessage.deleteMany()
})

test('messages of a mailbox are read over IMAP, moved, and read again after an outage of the server', async () => {
  const { account, broadcast_id, return_paths, states } = await sent(4)
  const [lin = '', mia = '', ada = '', eve = ''] = return_paths
  let moves = 0
  // The connection breaks after the first messages are stored and before they are moved.
  const server = await openImapServer({ before_move: () => ++moves > 1 })
  server.deliver(report(HARD, lin))
  server.deliver(report(COMPLAINT, mia))
  const url = `imap://reports%40studio.example:secret@127.0.0.1:${server.port}/INBOX`
  const intake = await startReports({
    settings: { HOST: '127.0.0.1', BOUNCE_DOMAIN: DOMAIN, BOUNCE_SMTP_PORT: undefined, BOUNCE_IMAP_URL: url },
    log: rootLogger(),
    poll_ms: 20,
  })
  onTestFinished(intake.stop)
  const messagesLeft = () => server.folders.get('INBOX')?.length
  await expect.poll(messagesLeft, PATIENCE).toBe(0)
  expect(server.folders.get('Processed')).toHaveLength(2)
  await expect.poll(states, PATIENCE).toEqual(['bounced', 'complained', 'active', 'active'])
  server.disconnect()
  server.deliver(report(HARD, ada))
  await expect.poll(states, PATIENCE).toEqual(['bounced', 'complained', 'bounced', 'active'])
  server.deliver(Buffer.from('no report at all'))
  server.deliver(report(WAITS, eve))
  await expect.poll(messagesLeft, PATIENCE).toBe(0)
  const { kept } = await ledgerCounts(account, broadcast_id)
  expect(kept).toMatchObject({ sent: 4, bounced: 2 })
  expect(server.sessions).toBeGreaterThan(1)
})

test('a sending domain receives its own bounces, with SPF aligned, only with the DNS record of its return path [B2]', async () => {
  const settings = env()
  settings.BOUNCE_SMTP_PORT = 2525
  onTestFinished(() => {
    settings.BOUNCE_SMTP_PORT = undefined
  })
  const account = await testAccount()
  const { domain, world, check } = await verifiedDomain(account)
  const sink = await sendToSink()
  const [lin = 0] = await addSubscribers(account, 1)
  const send = async () => {
    await sendAll(account, await startBroadcast(account))
    return sink.messages.at(-1)?.from ?? ''
  }
  expect(await send()).toMatch(/^b-[a-z2-7]+@bounce\.studio\.example$/)
  world.records[`bounces.${domain}`] = { cname: DOMAIN }
  await check()
  const return_path = await send()
  expect(return_path.split('@')[1]).toBe(`bounces.${domain}`)
  world.records[`bounces.${domain}`] = []
  await check()
  expect((await send()).split('@')[1]).toBe(DOMAIN)

  const { port } = await intake()
  await post(port, return_path, report(HARD, return_path))
  const state = async () => (await account.ctx.db.subscriber.findFirstOrThrow({ where: { id: lin } })).state
  await expect.poll(state, PATIENCE).toBe('bounced')
})
