import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp, drain } from '../http/listener.ts'
import { listen } from '../http/port.ts'
import { testAccount } from '../testing/account.ts'
import { restApp } from './app.ts'

/** Pages whose memory is reused: rows, bytes of a value, and pages that a client requests before it reads any. */
const [PAGE, VALUE, REQUESTS] = [120, 12_000, 12]

async function longPages(character: string): Promise<string> {
  const account = await testAccount()
  await account.ctx.sql.run(
    `with field as (
       insert into custom_field (account_id, label, label_folded, key, name, slot)
       values ($1, 'Notes', 'notes', 'notes', 'service_field_1_notes', 'notes')
     )
     insert into subscriber (account_id, email_address, fields)
     select $1, n || '@reader.example', jsonb_build_object('notes', repeat($2, $3::int)) from generate_series(1, $4::int) n`,
    [character, VALUE, PAGE],
  )
  return account.api_key
}

/** Returns the bodies of consecutive answers on a connection. */
function bodiesOf(received: Buffer): string[] {
  const bodies: string[] = []
  for (let at = 0; at < received.length; ) {
    const end_of_head = received.indexOf('\r\n\r\n', at)
    const head = received.toString('latin1', at, end_of_head)
    const begin = end_of_head + 4
    at = begin + Number(/content-length: (\d+)/i.exec(head)?.[1])
    bodies.push(received.toString('utf8', begin, at))
  }
  return bodies
}

test('answers arrive whole and unmixed, however slowly their clients read', async () => {
  const server = createHttp(restApp({ base_url: 'http://localhost', metrics_token: undefined }), () => {}, {
    app_url: 'http://localhost',
  })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const { port } = server.address() as AddressInfo
  const characters = ['a', 'b'] as const
  const asked = []
  for (const character of [...characters, ...characters]) {
    const head = `Host: localhost\r\nX-Service-Api-Key: ${await longPages(character)}`
    const socket = connect(port, '127.0.0.1')
    // More than fits into the sockets, so answers wait in the server.
    const ask = `GET /v4/subscribers HTTP/1.1\r\n${head}\r\n`
    socket.write(`${`${ask}\r\n`.repeat(REQUESTS - 1)}${ask}Connection: close\r\n\r\n`)
    await once(socket, 'readable')
    asked.push({ character, socket })
  }
  for (const { character, socket } of asked) {
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    const bodies = bodiesOf(Buffer.concat(chunks))
    expect(bodies).toHaveLength(REQUESTS)
    for (const body of bodies) {
      const { subscribers } = JSON.parse(body)
      expect(subscribers).toHaveLength(PAGE)
      for (const { fields } of subscribers) expect(fields.notes === character.repeat(VALUE)).toBe(true)
    }
  }
})
