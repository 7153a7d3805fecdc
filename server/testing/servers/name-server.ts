import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { PATIENCE } from '../patience.ts'

export const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3]
const HEADER_BYTES = 12
export const [A, CNAME, MX, TXT] = [1, 5, 15, 16]

interface Question {
  name: string
  type: number
}

/** The records of one name. A string is one TXT record, a list several; with `null` the server does not answer. */
export type DnsRecords =
  | string
  | string[]
  | { cname: string }
  | { mx: string[]; txt?: string }
  | { a: string[] }
  | { fails: true }
  | null

export interface DomainWorld {
  resolver: Resolver
  /** Returns a separate resolver, because cancelling a resolver cancels all its queries. */
  newResolver: () => Resolver
  /** May be changed at any time. */
  records: Record<string, DnsRecords>
  /** Makes the server answer every question with a failure. */
  fail: (isFailing?: boolean) => void
  /** Address and port of the server. */
  address: string
}

/** Starts a DNS server on loopback with these records. The caller closes it. */
export async function startDomainServer(
  records: Record<string, DnsRecords>,
  port = 0,
): Promise<DomainWorld & { close: () => void }> {
  let hasFailure = false
  const current_records = { ...records }
  const { resolver, newResolver, address, close } = await nameServer(
    ({ name, type }) => {
      const records = current_records[name]
      if (records === null) return undefined
      if (records === undefined) return hasFailure ? SERVER_FAILURE : NO_SUCH_NAME
      return hasFailure || isFailing(records) ? SERVER_FAILURE : recordsOf(current_records, name, type)
    },
    PATIENT,
    port,
  )
  return {
    resolver,
    newResolver,
    records: current_records,
    address,
    close,
    fail: (is_failing = true) => {
      hasFailure = is_failing
    },
  }
}

/** Independent of a busy machine's speed. */
const PATIENT = { timeout: PATIENCE.timeout, tries: 1 }

const isFailing = (records: DnsRecords) => records !== null && typeof records === 'object' && 'fails' in records

function recordsOf(records: Record<string, DnsRecords>, name: string, type: number): Buffer[] {
  const known = records[name] ?? null
  if (known === null) return []
  if (typeof known === 'string' || Array.isArray(known)) {
    return type === TXT ? [known].flat().map((text) => record(name, TXT, texts(text))) : []
  }
  if ('fails' in known) return []
  if ('mx' in known) {
    if (type === TXT && known.txt) return [record(name, TXT, texts(known.txt))]
    return type === MX
      ? known.mx.map((host, at) => record(name, MX, Buffer.concat([Buffer.from([0, at]), encodeName(host)])))
      : []
  }
  if ('a' in known) {
    const bytes = (address: string) => Buffer.from(address.split('.').map(Number))
    return type === A ? known.a.map((address) => record(name, A, bytes(address))) : []
  }
  const alias = record(name, CNAME, encodeName(known.cname))
  return type === CNAME ? [alias] : [alias, ...recordsOf(records, known.cname, type)]
}

/** Starts a server that answers with records, an error code, or not at all. */
export async function nameServer(
  answer: (question: Question) => Buffer[] | number | undefined,
  limits = { timeout: 2_000, tries: 1 },
  port = 0,
) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const said = answer({ name, type: query.readUInt16BE(end) })
    if (said === undefined) return
    const [code, records] = typeof said === 'number' ? [said, []] : [NO_ERROR, said]
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt16BE(0, 10)
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...records]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve))
  const address = `127.0.0.1:${socket.address().port}`
  const newResolver = () => {
    const resolver = new Resolver(limits)
    resolver.setServers([address])
    return resolver
  }
  return { resolver: newResolver(), newResolver, address, close: () => void socket.close() }
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

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1')),
    Buffer.from([0]),
  ])

/** A TXT record holds strings of at most 255 bytes (RFC 1035 section 3.3.14). */
const texts = (text: string) =>
  Buffer.from(
    (text.match(/.{1,255}/gs) ?? ['']).map((part) => String.fromCharCode(part.length) + part).join(''),
    'latin1',
  )

/** Returns a resource record (RFC 1035 section 3.2.1). */
export function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(60, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), fixed, data])
}
