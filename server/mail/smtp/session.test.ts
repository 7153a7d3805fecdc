import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  closeAfterTest,
  message,
  startScripted,
  startSink,
  transport,
} from '../../testing/servers/smtp-servers.ts'
import type { SendResult } from '../transport.ts'
import { dotStuff } from './dot-stuff.ts'
import { SmtpSession } from './session.ts'
import { createSmtpTransport } from './transport.ts'
import { parseSmtpUrl } from './url.ts'
import type { SmtpNote } from './wire.ts'

const on = (command: string, reply: Answer) => (line: string) => (line.startsWith(command) ? reply : undefined)

describe('replies of a server', () => {
  test.each<[string, Answer, Partial<SendResult>]>([
    ['MAIL', '550 5.7.1 no such sender', { kind: 'rejected', stage: 'sender', code: 550 }],
    ['MAIL', '451 4.3.0 later', { kind: 'deferred', stage: 'sender', code: 451 }],
    [
      'RCPT',
      '550 5.1.1 unknown user',
      { kind: 'rejected', stage: 'recipient', code: 550, response: '550 5.1.1 unknown user' },
    ],
    [
      'RCPT',
      '450-4.2.1 greylisted\r\n450 4.2.1 try later',
      { kind: 'deferred', stage: 'recipient', code: 450, response: '450 4.2.1 greylisted 4.2.1 try later' },
    ],
    ['DATA', '554 5.7.1 no', { kind: 'rejected', stage: 'message', code: 554 }],
    ['.', '552 5.3.4 too big', { kind: 'rejected', stage: 'message', code: 552 }],
    ['.', '452 4.3.1 disk full', { kind: 'deferred', stage: 'message', code: 452 }],
    ['.', '354 what?', { kind: 'unconfirmed' }],
    ['CONNECT', '554 go away', { kind: 'deferred', stage: 'connect', code: 554 }],
    ['CONNECT', 'HTTP/1.1 400 Bad Request', { kind: 'deferred', stage: 'connect' }],
  ])('%s: %s', async (command, reply, expected) => {
    for (const extensions of [['PIPELINING'], []]) {
      const server = await startScripted(on(command, reply), extensions)
      expect(await transport(server.port).send(message())).toMatchObject(expected)
    }
  })

  test('after a refused recipient the connection is used for the next message', async () => {
    const server = await startSink({
      onRcptTo({ address }, _session, callback) {
        const code = address.startsWith('bad') ? 550 : address.startsWith('full') ? 452 : 0
        callback(code ? Object.assign(new Error('refused'), { responseCode: code }) : null)
      },
    })
    const mail = transport(server.port, 'pool=1')
    const addresses = ['good1', 'bad1', 'good2', 'full1', 'good3']
    const results = await Promise.all(addresses.map((name) => mail.send(message({ to: `${name}@example.net` }))))
    expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'rejected', 'accepted', 'deferred', 'accepted'])
    expect(server.received.map(({ to }) => to)).toEqual(['good1@example.net', 'good2@example.net', 'good3@example.net'])
    expect(server.connections).toBe(1)
  })

  test('a server that agrees to DATA for a refused recipient gets an empty message', async () => {
    const server = await startScripted((line) => (line.startsWith('RCPT TO:<bad') ? '550 no' : undefined))
    const mail = transport(server.port, 'pool=1')
    expect(await mail.send(message({ to: 'bad@example.net' }))).toMatchObject({ kind: 'rejected', stage: 'recipient' })
    expect(await mail.send(message())).toMatchObject({ kind: 'accepted' })
    expect(server.received.length).toBe(1)
  })

  test('an address that would end the command is never sent [S10]', async () => {
    const server = await startScripted(() => undefined)
    for (const to of ['a@b.example>\r\nRCPT TO:<c@d.example', 'a b@c.example', '']) {
      expect(await transport(server.port).send(message({ to }))).toMatchObject({ kind: 'rejected', stage: 'recipient' })
    }
  })

  test('international addresses need a server that knows them', async () => {
    const lines: string[] = []
    const record = (line: string) => {
      lines.push(line)
      return undefined
    }
    const plain = await startScripted(record)
    expect(await transport(plain.port).send(message({ to: 'jürgen@example.net' }))).toMatchObject({
      kind: 'rejected',
      code: 553,
    })
    expect(await transport(plain.port).send(message({ to: 'x@müller.example' }))).toMatchObject({ kind: 'accepted' })
    expect(lines).toContain('RCPT TO:<x@xn--mller-kva.example>')
    const modern = await startScripted(record, ['PIPELINING', 'SMTPUTF8', '8BITMIME'])
    expect(await transport(modern.port).send(message({ to: 'jürgen@example.net' }))).toMatchObject({ kind: 'accepted' })
    expect(lines.at(-4)).toMatch(/^MAIL FROM:<hi@studio\.example> BODY=8BITMIME SMTPUTF8$/)
  })
})

describe('signing in', () => {
  const withUser = (methods: string[], options: SMTPServerOptions = {}): SMTPServerOptions => ({
    authOptional: false,
    hideSTARTTLS: false,
    authMethods: methods,
    onAuth({ username, password }, _session, callback) {
      if (username === 'us@er' && password === 'p:ss wörd') callback(null, { user: username })
      else callback(new Error('Invalid credentials'))
    },
    ...options,
  })
  const url = (port: number, scheme: string, options: string, password = 'p%3Ass%20w%C3%B6rd') =>
    createSmtpTransport(`${scheme}us%40er:${password}@127.0.0.1:${port}/?verify_certificate=no&${options}`)

  test.each([
    ['PLAIN', 'smtp://', 'tls=required', false],
    ['LOGIN', 'smtp://', 'tls=opportunistic', false],
    ['PLAIN', 'smtps://', '', true],
  ])('%s over %s%s', async (method, scheme, options, secure) => {
    const server = await startSink(withUser([method], { secure }))
    const mail = url(server.port, scheme, options)
    closeAfterTest(() => mail.close())
    expect(await mail.send(message())).toMatchObject({ kind: 'accepted' })
    expect(server.received).toMatchObject([{ user: 'us@er', secure: true }])
    await mail.verify()
  })

  test('a wrong password defers and verify says so, without the password', async () => {
    const server = await startSink(withUser(['PLAIN']))
    const mail = url(server.port, 'smtp://', '', 'hunter2')
    closeAfterTest(() => mail.close())
    expect(await mail.send(message())).toMatchObject({ kind: 'deferred', stage: 'auth', code: 535 })
    await expect(mail.verify()).rejects.toThrow(/refused to sign in: 535/)
    await expect(mail.verify()).rejects.not.toThrow(/hunter2/)
  })

  test.each([
    ['PLAIN', ['AUTH 235']],
    ['LOGIN', ['AUTH 334', 'AUTH 334', 'AUTH 235']],
  ])('notes of a conversation with %s have each reply and TLS, and never the password', async (method, replies) => {
    const server = await startSink(withUser([method]))
    const notes: SmtpNote[] = []
    const options = `smtp://us%40er:p%3Ass%20w%C3%B6rd@127.0.0.1:${server.port}/?verify_certificate=no`
    const session = await SmtpSession.open(parseSmtpUrl(options), (note) => notes.push(note))
    await session.send(message())
    await session.quit()
    expect(notes.map(({ command, code }) => `${command} ${code}`)).toEqual([
      'Connect 220',
      'EHLO 250',
      'STARTTLS 220',
      'TLS null',
      'EHLO 250',
      ...replies,
      'MAIL FROM 250',
      'RCPT TO 250',
      'DATA 354',
      'Message 250',
      'QUIT 221',
    ])
    expect(notes[3]?.text).toMatch(/^TLSv1\.[23] \w+$/)
    const text = JSON.stringify(notes)
    for (const secret of ['p:ss', Buffer.from('p:ss wörd').toString('base64')]) expect(text).not.toContain(secret)
  })

  test('a password is never sent without TLS unless that is configured', async () => {
    const server = await startSink(withUser(['PLAIN'], { hideSTARTTLS: true, allowInsecureAuth: true }))
    const careful = url(server.port, 'smtp://', '')
    await expect(careful.verify()).rejects.toThrow('the password was not sent')
    const asked = url(server.port, 'smtp://', 'tls=never')
    closeAfterTest(() => asked.close())
    await asked.verify()
  })

  test('tls=required refuses a server without STARTTLS', async () => {
    const server = await startSink({ hideSTARTTLS: true })
    await expect(transport(server.port, 'tls=required').verify()).rejects.toThrow('does not offer STARTTLS')
  })

  test('a certificate that does not match is refused by default', async () => {
    const server = await startSink({ secure: true })
    await expect(transport(server.port, '', 'smtps://').verify()).rejects.toThrow(/certificate/i)
  })

  test('text injected before TLS begins is not trusted', async () => {
    const server = await startScripted(on('STARTTLS', '220 go\r\n250 injected'), ['STARTTLS'])
    await expect(transport(server.port, 'tls=required').verify()).rejects.toThrow('sent more before TLS began')
  })
})

test('dots at the beginning of lines are doubled', () => {
  const stuffed = (text: string) => dotStuff(Buffer.from(text)).toString()
  expect(stuffed('.a\r\n.b\r\n..\r\nc.\r\n')).toBe('..a\r\n..b\r\n...\r\nc.\r\n')
  expect(stuffed('a')).toBe('a\r\n')
  expect(stuffed('')).toBe('\r\n')
  expect(stuffed('a\r\n.')).toBe('a\r\n..\r\n')
})
