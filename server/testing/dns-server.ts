import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { onTestFinished } from 'vitest'

const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3]
const HEADER_BYTES = 12

/** A domain name server on loopback that knows these TXT records, and a resolver that asks it. `fail` makes it refuse. */
export async function domainWorld(records: Record<string, string>): Promise<{ resolver: Resolver; fail: () => void }> {
  const socket = createSocket('udp4')
  let failing = false
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const text = records[name]
    const code = failing ? SERVER_FAILURE : text === undefined ? NO_SUCH_NAME : NO_ERROR
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(code === NO_ERROR ? 1 : 0, 6)
    header.writeUInt16BE(0, 10)
    const question = query.subarray(HEADER_BYTES, end + 4)
    socket.send(
      Buffer.concat([header, question, code === NO_ERROR ? answer(text ?? '') : Buffer.alloc(0)]),
      port,
      address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    socket.close()
  })
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    resolver,
    fail: () => {
      failing = true
    },
  }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** One TXT record for the name of the question (RFC 1035 section 3.2.1). */
function answer(text: string): Buffer {
  const fixed = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length])
  return Buffer.concat([fixed, Buffer.from(text, 'latin1')])
}
