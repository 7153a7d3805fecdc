import net, { type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  closeAfterTest,
  message,
  startScripted,
  startSink,
  transport,
} from '../../testing/servers/smtp-servers.ts'
import { createSmtpTransport } from './transport.ts'

describe('sending', () => {
  test('a message arrives unchanged, including dots', async () => {
    const { port, received } = await startSink()
    const body = '.\r\n..two\r\n. three\r\nend'
    expect(await transport(port).send(message({ body }))).toMatchObject({ kind: 'accepted' })
    expect(received).toMatchObject([{ to: 'lin@example.net', body: `Subject: x\r\n\r\n${body}\r\n` }])
  })

  test('many messages go over at most `pool` connections, and each arrives once', async () => {
    const server = await startSink()
    const mail = transport(server.port, 'pool=4')
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, at) => mail.send(message({ to: `s${at}@example.net` }))),
    )
    expect(results.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(new Set(server.received.map(({ to }) => to)).size).toBe(200)
    expect(server.received.length).toBe(200)
    expect(server.connections).toBe(4)
  })

  test('a large message, and a server without PIPELINING', async () => {
    const server = await startSink({ hidePIPELINING: true })
    const body = `${'x'.repeat(76)}\r\n`.repeat(20_000)
    expect(await transport(server.port).send(message({ body }))).toMatchObject({ kind: 'accepted' })
    expect(server.received[0]?.body.length).toBe(body.length + 14)
  })

  test('the hook runs after the envelope is accepted and before the message is sent', async () => {
    const commands: string[] = []
    const server = await startScripted((line) => {
      commands.push(line.slice(0, 4))
      return undefined
    })
    const result = await transport(server.port).send(
      message({
        async beforeHandOver() {
          expect(commands.at(-1)).toBe('DATA')
          expect(server.received).toEqual([])
          commands.push('hook')
          return true
        },
      }),
    )
    expect(result.kind).toBe('accepted')
    expect(commands).toEqual(['CONN', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'hook', '.'])
  })

  test('a hook that throws prevents the message, and the next one is sent', async () => {
    const server = await startScripted(() => undefined)
    const mail = transport(server.port, 'pool=1')
    const beforeHandOver = () => Promise.reject(new Error('ledger unreachable'))
    expect(await mail.send(message({ beforeHandOver }))).toMatchObject({
      kind: 'deferred',
      response: 'Withheld: ledger unreachable',
    })
    expect(server.received).toEqual([])
    expect(await mail.send(message())).toMatchObject({ kind: 'accepted' })
  })

  test('a hook that returns false withdraws the message, and the next one is sent', async () => {
    const server = await startScripted(() => undefined)
    const mail = transport(server.port, 'pool=1')
    const beforeHandOver = async () => false
    const [withdrawn, sent] = await Promise.all([mail.send(message({ beforeHandOver })), mail.send(message())])
    expect(withdrawn).toMatchObject({ kind: 'deferred', is_withdrawn: true })
    expect(sent).toMatchObject({ kind: 'accepted' })
    expect(server.received).toHaveLength(1)
  })
})

const on = (command: string, reply: Answer) => (line: string) => (line.startsWith(command) ? reply : undefined)

describe('a lost connection', () => {
  test.each(['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA'])('at %s defers the message', async (command) => {
    const server = await startScripted(on(command, 'die'))
    expect(await transport(server.port).send(message())).toMatchObject({ kind: 'deferred', stage: 'connect' })
    expect(server.received).toEqual([])
  })

  test('in the middle of a large message defers it', async () => {
    const server = await startScripted(on('BODY', 'die'))
    const body = `${'x'.repeat(76)}\r\n`.repeat(400_000)
    expect(await transport(server.port).send(message({ body }))).toMatchObject({ kind: 'deferred', stage: 'connect' })
    expect(server.received).toEqual([])
  })

  test.each<Answer>(['die', 'silence'])('after the end of the message leaves it unconfirmed: %s', async (reply) => {
    const server = await startScripted(on('.', reply))
    const mail = transport(server.port, reply === 'silence' ? 'timeout=0.2' : '')
    let connections: number
    let kind: string
    do {
      connections = server.connections
      kind = (await mail.send(message())).kind
      // On a busy machine an earlier reply may take too long, which defers the message.
    } while (kind === 'deferred' && server.received.length === 0)
    expect(kind).toBe('unconfirmed')
    expect(server.received.length).toBe(1)
    expect(server.connections).toBe(connections + 1)
  })

  test('a server that does not answer in time defers the message', async () => {
    const server = await startScripted(on('RCPT', 'silence'))
    expect(await transport(server.port, 'timeout=0.2').send(message())).toMatchObject({
      kind: 'deferred',
      stage: 'connect',
      // On a busy machine the greeting may take too long, whose error also names the server.
      response: expect.stringMatching(/The server did not answer in time$/),
    })
  })

  test('a server that does not accept connections defers the message', async () => {
    const server = net.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await transport(port).send(message())).toMatchObject({ kind: 'deferred', stage: 'connect' })
  })

  test('an idle connection that the server closed is replaced silently', async () => {
    let served = 0
    const server = await startScripted((line, connection) => {
      if (line === '.') served++
      return line.startsWith('MAIL') && connection === 1 && served > 0 ? 'die' : undefined
    })
    const mail = transport(server.port)
    expect(await mail.send(message())).toMatchObject({ kind: 'accepted' })
    expect(await mail.send(message())).toMatchObject({ kind: 'accepted' })
    expect(server.connections).toBe(2)
    expect(server.received.length).toBe(2)
  })

  test('after the end of a message, only this one is unconfirmed, and the announced one is sent over another connection', async () => {
    const server = await startScripted((line, connection) => (line === '.' && connection === 1 ? 'die' : undefined))
    const begun: string[] = []
    const send = (to: string) => mail.send(message({ to, beforeHandOver: async () => begun.push(to) > 0 }))
    const mail = transport(server.port, 'pool=1')
    const results = await Promise.all(['a@b.example', 'c@d.example'].map(send))
    expect(results.map(({ kind }) => kind)).toEqual(['unconfirmed', 'accepted'])
    expect(begun).toEqual(['a@b.example', 'c@d.example'])
    expect(server.connections).toBe(2)
  })

  test('a message is retried once if the server ended the session with 421', async () => {
    const served = new Map<number, number>()
    const server = await startScripted((line, connection) => {
      if (line === '.') served.set(connection, (served.get(connection) ?? 0) + 1)
      return line.startsWith('MAIL') && (served.get(connection) ?? 0) >= 2 ? '421 too many messages' : undefined
    })
    const mail = transport(server.port, 'pool=1')
    const results = await Promise.all(Array.from({ length: 6 }, () => mail.send(message())))
    expect(results.map(({ kind }) => kind)).toEqual(Array(6).fill('accepted'))
    expect(server.connections).toBe(3)
    const always = await startScripted(on('MAIL', '421 not today'))
    expect(await transport(always.port).send(message())).toMatchObject({
      kind: 'deferred',
      stage: 'connect',
      code: 421,
    })
    expect(always.connections).toBe(1)
  })
})

describe('the pool', () => {
  test('announces a message with the end of the previous one, and begins it after the result of that one', async () => {
    const events: string[] = []
    const server = await startScripted((line) => {
      if (/^MAIL|^\.$/.test(line)) events.push(line.slice(0, 4))
      return undefined
    })
    const mail = transport(server.port, 'pool=1')
    const send = async (name: string) => {
      const beforeHandOver = async () => {
        // Everything written with the previous message has arrived by then.
        await new Promise((resolve) => setImmediate(resolve))
        return events.push(`begin ${name}`) > 0
      }
      await mail.send(message({ beforeHandOver }))
      events.push(`end ${name}`)
    }
    await Promise.all(['1', '2', '3'].map(send))
    const own = events.filter((event) => / /.test(event))
    expect(own).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
    // One write: the server has read the next envelope before the sender has seen the reply.
    expect(events.filter((event) => event !== 'begin 1').slice(0, 4)).toEqual(['MAIL', '.', 'MAIL', 'end 1'])
  })

  test('connections of the pool send in parallel', async () => {
    // The server answers only when five messages wait for it.
    const waiting: (() => void)[] = []
    const server = await startSink({
      onMailFrom: (_address, _session, callback) => {
        if (waiting.push(callback) === 5) for (const answer of waiting.splice(0)) answer()
      },
    })
    const mail = transport(server.port, 'pool=5')
    await Promise.all(Array.from({ length: 10 }, () => mail.send(message())))
    expect(server.received.length).toBe(10)
  })

  test('keeps to the rate', async () => {
    const server = await startSink()
    const waits: number[] = []
    const pace = { now: () => 1000, wait: async (ms: number) => void waits.push(ms) }
    const mail = createSmtpTransport(`smtp://127.0.0.1:${server.port}/?tls=never&rate=50&pool=5`, pace)
    closeAfterTest(() => mail.close())
    await Promise.all(Array.from({ length: 11 }, () => mail.send(message())))
    expect(waits).toEqual([20, 40, 60, 80, 100, 120, 140, 160, 180, 200])
  })

  test('max_messages opens a new connection', async () => {
    const server = await startSink()
    const mail = transport(server.port, 'max_messages=2&pool=1')
    await Promise.all(Array.from({ length: 5 }, () => mail.send(message())))
    expect(server.connections).toBe(3)
    expect(server.received.length).toBe(5)
  })

  test('an idle connection is closed with QUIT', async () => {
    let last_line = ''
    const quit = Promise.withResolvers<void>()
    const server = await startScripted((line) => {
      last_line = line
      if (line === 'QUIT') quit.resolve()
      return undefined
    })
    await transport(server.port, 'idle=0.02').send(message())
    await quit.promise
    expect(last_line).toBe('QUIT')
  })

  test('closing finishes the current messages and defers waiting ones', async () => {
    const server = await startSink({ onMailFrom: (_address, _session, callback) => void setTimeout(callback, 50) })
    const mail = transport(server.port, 'pool=1')
    const sending = Array.from({ length: 3 }, () => mail.send(message()))
    await mail.close()
    const kinds = (await Promise.all(sending)).map(({ kind }) => kind)
    expect(kinds).toEqual(['accepted', 'deferred', 'deferred'])
    expect(server.received.length).toBe(1)
    expect(await mail.send(message())).toMatchObject({ kind: 'deferred' })
  })
})
