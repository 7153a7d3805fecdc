import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { expect, inject, onTestFinished, test } from 'vitest'
import { withConnection } from '../connections/connection-use.ts'
import { DatabasePool } from '../connections/pool.ts'
import { PreparingClient } from './prepared.ts'
import { readingSocket } from './reading-socket.ts'
import type { BytesResult, RowBytes } from './row-bytes.ts'

/** Returns a pool of one connection, which receives data in pieces of `sizes`, repeated. */
function onePool(sizes?: readonly number[]): DatabasePool {
  const stream = sizes && (() => new CutSocket(sizes))
  const config = { connectionString: inject('database_url'), max: 1, connectionTimeoutMillis: 15_000 }
  const pool = new DatabasePool({ ...config, ...(stream ? { stream } : {}) }, 'main')
  onTestFinished(() => (pool.ending ? undefined : pool.end()))
  return pool
}

class CutSocket extends Socket {
  readonly #sizes: readonly number[]
  #pieces = 0

  constructor(sizes: readonly number[]) {
    super()
    this.#sizes = sizes
  }

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    const [bytes] = given
    if (event !== 'data' || !Buffer.isBuffer(bytes)) return super.emit(event as string, ...given)
    for (let at = 0; at < bytes.length; ) {
      const size = this.#sizes[this.#pieces++ % this.#sizes.length] ?? 1
      super.emit('data', bytes.subarray(at, at + size))
      at += size
    }
    return true
  }
}

/** Passes on the first bytes that arrive, and keeps the rest until it is released. */
class HeldSocket extends Socket {
  readonly #held = Promise.withResolvers<void>()
  #after: number | undefined
  #rest: Buffer[] = []

  hold({ after }: { after: number }): void {
    this.#after = after
  }

  /** Resolves once any bytes are kept. */
  get held(): Promise<void> {
    return this.#held.promise
  }

  release(): void {
    this.#after = undefined
    super.emit('data', Buffer.concat(this.#rest))
  }

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    const [bytes] = given
    if (event !== 'data' || !Buffer.isBuffer(bytes) || this.#after === undefined)
      return super.emit(event as string, ...given)
    if (this.#rest.length === 0) super.emit('data', bytes.subarray(0, this.#after))
    this.#rest.push(this.#rest.length === 0 ? bytes.subarray(this.#after) : bytes)
    this.#held.resolve()
    return true
  }
}

/** Returns a connection that is cut at the end of the test, whatever it waits for. */
async function connected(socket: Socket): Promise<PreparingClient> {
  const client = new PreparingClient({ connectionString: inject('database_url'), stream: () => socket })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => void socket.destroy())
  return client
}

async function bytesOf(on: Pick<pg.Client, 'query'>, query: string, values: unknown[]): Promise<RowBytes> {
  const config: pg.QueryConfig & { is_bytes: boolean } = { text: query, values, is_bytes: true }
  const { row_bytes } = (await on.query(config)) as BytesResult
  if (!row_bytes) throw new Error('There are no bytes')
  return row_bytes
}

const rowsOf = (found: RowBytes, columns: readonly string[]) =>
  Array.from({ length: found.count }, (_, row) =>
    Object.fromEntries(columns.map((name) => [name, found.text(row, found.column(name))])),
  )

const ROWS = `select u.text, u.number::text, pg_temp.noticed(u.number) as noticed
  from unnest($1::text[], $2::int[]) with ordinality as u(text, number, n) order by n`
const NOTICED = `create function pg_temp.noticed(number int) returns text language plpgsql as $$ begin
  if number = 0 then raise exception 'zero'; end if;
  if number % 3 = 0 then raise notice 'a third: %', number; end if;
  return null; end $$`

const row = fc.record({
  text: fc.option(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }).map((given) => given.toWellFormed().replaceAll('\0', '')),
      fc.constantFrom('', 'é'.repeat(70_000), '"}\\', '😀'),
    ),
  ),
  number: fc.option(fc.integer({ min: 1, max: 1_000 })),
})

test('rows as bytes equal the rows that PostgreSQL sent, however the data is split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 40 }),
      fc.option(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 70_000 })), { minLength: 1 }),
        {
          nil: undefined,
        },
      ),
      async (rows, sizes) => {
        const pool = onePool(sizes)
        await pool.query(NOTICED)
        await pool.query('listen row_bytes')
        const values = [rows.map(({ text }) => text), rows.map(({ number }) => number)]
        for (let time = 0; time < 3; time++) {
          const found = await bytesOf(pool, ROWS, values)
          expect(rowsOf(found, ['text', 'number', 'noticed'])).toEqual(
            rows.map(({ text, number }) => ({ text, number: number === null ? null : String(number), noticed: null })),
          )
          found.release()
          await pool.query(`select pg_notify('row_bytes', $1)`, ['x'.repeat(100 * time)])
        }
        await pool.end()
      },
    ),
    { numRuns: 30 },
  )
})

test('a query that fails after some rows rejects, and its connection runs the next', async () => {
  const client = await onePool([1_000]).connect()
  await client.query(NOTICED)
  const valuesOf = (count: number, last: number) => [
    Array.from({ length: count }, () => 'x'.repeat(100)),
    Array.from({ length: count }, (_, i) => (i === count - 1 ? last : 1)),
  ]
  const unsorted = ROWS.replace('order by n', '')
  await expect(bytesOf(client, unsorted, valuesOf(2_000, 0))).rejects.toThrow('zero')
  expect((await bytesOf(client, unsorted, valuesOf(2_000, 1))).count).toBe(2_000)
  await expect(bytesOf(client, 'select 1 / $1::int', [0])).rejects.toThrow('division by zero')
  expect((await client.query('select 7 as seven')).rows).toEqual([{ seven: 7 }])
  client.release()
})

test('rows as bytes alternate with other queries, copies and transactions on a connection', async () => {
  const pool = onePool([5, 60_000])
  const client = (await pool.connect()) as pg.PoolClient & PreparingClient
  const numbers = async (count: number) => {
    const found = await bytesOf(client, 'select n, $2::text as value from generate_series(1, $1::int) n', [count, 'é'])
    return rowsOf(found, ['n', 'value'])
  }
  const expectedRows = (count: number) => Array.from({ length: count }, (_, n) => ({ n: String(n + 1), value: 'é' }))
  for (let time = 0; time < 8; time++) {
    expect(await numbers(300)).toEqual(expectedRows(300))
    const copied = client.query(copyTo('copy (select n from generate_series(1, 300) n) to stdout'))
    expect((await text(copied)).split('\n')).toHaveLength(301)
    expect(await numbers(3)).toEqual(expectedRows(3))
    expect((await client.query('select $1::int as n', [time])).rows).toEqual([{ n: time }])
    // Sent before the earlier queries are answered.
    const [, sent] = await Promise.all([
      client.together(['begin', { text: 'select $1::int as n from generate_series(1, 200)', values: [1] }]),
      numbers(4),
    ])
    expect(sent).toEqual(expectedRows(4))
    await client.query('commit')
  }
  client.release()
  await withConnection(pool, async (again) => expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }]))
})

test("rows that node-postgres reads survive the reuse of a read's memory", async () => {
  const client = await onePool().connect()
  // Rows of odd lengths, so nearly every read ends within a row.
  const asked = 'select n, repeat(n::text, 211) as text from generate_series(1, $1::int) n'
  const { rows } = await client.query(asked, [2_000])
  expect(rows).toEqual(Array.from({ length: 2_000 }, (_, i) => ({ n: i + 1, text: String(i + 1).repeat(211) })))
  const copied = client.query(copyTo(`copy (${asked.replace('$1::int', '2000')}) to stdout`))
  expect((await text(copied)).split('\n', 2_000)).toEqual(rows.map((row) => `${row.n}\t${row.text}`))
  client.release()
})

test('all reads of a connection use the same memory', async () => {
  const memory = new Set<ArrayBufferLike>()
  const server = createServer((socket) => socket.end(Buffer.alloc(1_000_000)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = readingSocket().connect((server.address() as AddressInfo).port, '127.0.0.1')
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
    memory.add(chunk.buffer)
  })
  await once(socket, 'close')
  expect(bytes).toBe(1_000_000)
  expect(memory.size).toBe(1)
  server.close()
})

test('rows that were released cannot be read', async () => {
  const found = await bytesOf(onePool(), 'select $1::int as n', [1])
  expect(found.text(0, found.column('n'))).toBe('1')
  found.release()
  found.release()
  expect(found.text(0, found.column('n'))).toBe('')
  expect(() => found.view.getInt32(0)).toThrow(RangeError)
})

test('rows as bytes do not take the rows of a query sent before', async () => {
  const client = await connected(new Socket())
  const [[first], found] = await Promise.all([
    client.together([{ text: 'select n from generate_series(1, $1::int) n', values: [200] }, 'select 1']),
    bytesOf(client, 'select n from generate_series(1, $1::int) n', [3]),
  ])
  expect(first?.rows).toHaveLength(200)
  expect(rowsOf(found, ['n'])).toEqual([{ n: '1' }, { n: '2' }, { n: '3' }])
})

test('a partly received notification does not damage the rows of the next query', async () => {
  const socket = new HeldSocket()
  const pool = onePool()
  const client = await connected(socket)
  const notified = once(client, 'notification')
  await client.query('listen row_bytes_held')
  socket.hold({ after: 3 })
  await pool.query(`select pg_notify('row_bytes_held', $1)`, ['half'])
  await socket.held
  const found = bytesOf(client, 'select n from generate_series(1, $1::int) n', [3])
  socket.release()
  expect(rowsOf(await found, ['n'])).toEqual([{ n: '1' }, { n: '2' }, { n: '3' }])
  expect((await notified)[0]).toMatchObject({ payload: 'half' })
})
