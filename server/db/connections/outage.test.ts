import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { outageOf } from './outage.ts'

const failed = (code: string) => Object.assign(new Error('no telling text'), { code })

test.each([
  ['it shuts down', '57P01', 5],
  ['it has crashed', '57P02', 5],
  ['it is starting', '57P03', 5],
  ['a connection failed', '08006', 5],
  ['it has too many connections', '53300', 5],
  ['its disk is full', '53100', 30],
  ['its memory is full', '53200', 30],
  ['its files cannot be read', '58030', 30],
  ['it is read-only after a failover', '25006', 30],
  ['nothing listens', 'ECONNREFUSED', 5],
])('an error of PostgreSQL that %s is an outage, also when a driver wrapped it', (_, code, retry_after) => {
  const outage = { code: 'unavailable', retry_after }
  expect(outageOf(failed(code))).toMatchObject(outage)
  expect(outageOf(new Error('wrapped', { cause: failed(code) }))).toMatchObject(outage)
  const prisma = Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode: code } } },
  })
  expect(outageOf(prisma)).toMatchObject(outage)
})

test.each(['23505', '22P02', '40001', 'P2002'])('an error of a single statement is no outage: %s', (code) => {
  expect(outageOf(failed(code))).toBeUndefined()
})

test.each(['ENOENT', 'EAGAIN'])(
  'a Unix socket that cannot be connected to is an outage, a file is none: %s',
  (code) => {
    const failed = (message: string) => Object.assign(new Error(message), { code })
    expect(outageOf(failed(`connect ${code} /data/postgres/.s.PGSQL.5432`))).toMatchObject({ retry_after: 5 })
    expect(outageOf(failed(`Invalid invocation: connect ${code} /data/postgres/.s.PGSQL.5432`))).toBeDefined()
    expect(outageOf(failed(`${code}: no such file or directory, open 'connect'`))).toBeUndefined()
  },
)

test('a server that accepts a connection and does not answer is an outage', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 100 })
  const failure = await client.connect().catch((error: unknown) => error)
  expect(outageOf(failure)).toMatchObject({ code: 'unavailable', retry_after: 5 })
})
