import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { onTestFinished } from 'vitest'

const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3]
const HEADER_BYTES = 12
const [A, TXT] = [1, 16]

interface Question {
  name: string
  type: number
}

/** A domain name server on loopback that knows these TXT records, and a resolver that asks it. `fail` makes it refuse. */
export async function domainWorld(records: Record<string, string>): Promise<{ resolver: Resolver; fail: () => void }> {
  let failing = false
  const resolver = await nameServer(({ name }) => {
    const text = records[name]
    if (failing) return SERVER_FAILURE
    return text === undefined
      ? NO_SUCH_NAME
      : record(TXT, Buffer.from(`${String.fromCharCode(text.length)}${text}`, 'latin1'))
  })
  return {
    resolver,
    fail: () => {
      failing = true
    },
  }
}

/** One that knows these IPv4 addresses and says nothing to questions for names with null. */
export function addressWorld(records: Record<string, string | null>): Promise<Resolver> {
  return nameServer(({ name, type }) => {
    const address = records[name]
    if (address === undefined) return NO_SUCH_NAME
    if (address === null) return undefined
    return type === A ? record(A, Buffer.from(address.split('.').map(Number))) : Buffer.alloc(0)
  })
}

/** Answers with a record, nothing for none of that type, with an error code, or not at all. */
async function nameServer(answer: (question: Question) => Buffer | number | undefined): Promise<Resolver> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const said = answer({ name, type: query.readUInt16BE(end) })
    if (said === undefined) return
    const [code, records] = typeof said === 'number' ? [said, Buffer.alloc(0)] : [NO_ERROR, said]
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(records.length > 0 ? 1 : 0, 6)
    header.writeUInt16BE(0, 10)
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), records]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    socket.close()
  })
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return resolver
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

/** One record for the name of the question (RFC 1035 section 3.2.1). */
const record = (type: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data])
