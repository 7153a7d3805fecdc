import { expect, test } from 'vitest'
import { message, startScripted, startSink, transport } from '../../testing/servers/smtp-servers.ts'

const LARGE = `${'x'.repeat(76)}\r\n`.repeat(2_000)

/** Starts a scripted server that records the lines it gets. */
async function recording(extensions: string[]) {
  const lines: string[] = []
  const server = await startScripted((line) => {
    if (line !== 'BODY') lines.push(line)
    return undefined
  }, extensions)
  return { server, lines }
}

test('a message above the server’s SIZE is refused without being sent, with both sizes in the reply', async () => {
  const { server, lines } = await recording(['PIPELINING', 'SIZE 1000'])
  const mail = transport(server.port)
  expect(await mail.send(message({ body: LARGE }))).toMatchObject({
    kind: 'rejected',
    stage: 'message',
    code: 552,
    response: expect.stringMatching(
      /^552 5\.3\.4 The message has 156\d{3} bytes, and the mail server takes at most 1000$/,
    ),
  })
  expect(lines.filter((line) => line.startsWith('MAIL'))).toEqual([])
  expect(await mail.send(message())).toMatchObject({ kind: 'accepted' })
  expect(lines).toContainEqual(expect.stringMatching(/^MAIL FROM:<hi@studio\.example> SIZE=\d+$/))
})

test('SIZE without a number or 0 is no limit', async () => {
  for (const size of ['SIZE', 'SIZE 0']) {
    const { server } = await recording(['PIPELINING', size])
    expect(await transport(server.port).send(message({ body: LARGE }))).toMatchObject({ kind: 'accepted' })
  }
})

test('REQUIRETLS is requested if the setting requires it, and a server without it is not used', async () => {
  const { server } = await recording(['PIPELINING'])
  const result = await transport(server.port, 'require_tls=yes').send(message())
  expect(result).toMatchObject({ kind: 'deferred', stage: 'connect', response: expect.stringContaining('REQUIRETLS') })
})

test('a large message goes as one chunk to a server with CHUNKING, unchanged', async () => {
  const server = await startSink()
  const mail = transport(server.port)
  // smtp-server has no CHUNKING: DATA carries the same message.
  expect(await mail.send(message({ body: LARGE }))).toMatchObject({ kind: 'accepted' })
  expect(server.received[0]?.body).toBe(`Subject: x\r\n\r\n${LARGE}`)
  const { server: chunked, lines } = await recording(['PIPELINING', 'CHUNKING'])
  expect(await transport(chunked.port).send(message({ body: LARGE }))).toMatchObject({ kind: 'accepted' })
  expect(lines.filter((line) => /^(?:DATA|BDAT)/.test(line))).toEqual([`BDAT ${LARGE.length + 14} LAST`])
  expect(chunked.received[0]?.body).toBe(`Subject: x\r\n\r\n${LARGE}`)
})

test("a server's reply counts even if it then closes the connection", async () => {
  const server = await startScripted((line) =>
    line.startsWith('RCPT') ? '421 4.7.0 Too fast' : line === 'DATA' ? 'die' : undefined,
  )
  expect(await transport(server.port).send(message())).toMatchObject({
    kind: 'deferred',
    stage: 'recipient',
    code: 421,
    response: '421 4.7.0 Too fast',
  })
})

test("verify returns the server's extensions", async () => {
  const { server } = await recording(['PIPELINING', 'SIZE 1000', '8BITMIME'])
  const { capabilities } = await transport(server.port).verify()
  expect(capabilities).toEqual(expect.arrayContaining(['PIPELINING', 'SIZE 1000', '8BITMIME']))
})
