import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { withConnection } from '../connections/connection-use.ts'
import { DatabasePool } from '../connections/pool.ts'
import { isCollision } from '../errors.ts'
import { ACCOUNT_PLAN, ONE_PLAN } from './one-plan.ts'
import { prepareStatements } from './prepared.ts'

let pool: DatabasePool
beforeEach(() => {
  pool = new DatabasePool({ connectionString: inject('database_url'), max: 1, connectionTimeoutMillis: 15_000 }, 'main')
})
afterEach(async () => {
  prepareStatements(true)
  await pool.end()
})

interface Prepared {
  statement: string
  generic_plans: number
  custom_plans: number
}

/** Returns the prepared statements of the pool's only connection that contain this text. */
async function prepared(text: string): Promise<Prepared[]> {
  const { rows } = await pool.query<Prepared>(
    `select statement, generic_plans::int, custom_plans::int from pg_prepared_statements where strpos(statement, '${text}') > 0`,
  )
  return rows
}

const times = async (count: number, work: (number: number) => Promise<unknown>) => {
  for (let number = 0; number < count; number++) await work(number)
}

test('a statement that is repeated is parsed once per connection', async () => {
  const text = 'select $1::int + 17001 as sum'
  await times(4, () => pool.query(text, [1]))
  expect(await prepared('17001')).toHaveLength(1)
  expect((await pool.query({ text, values: [2] })).rows).toEqual([{ sum: 17003 }])
})

test('a statement that runs once is not prepared', async () => {
  await times(20, (number) => pool.query(`select $1::int + 17002 as n_${number}`, [1]))
  expect(await prepared('17002')).toEqual([])
})

test('a connection keeps at most 100 statements prepared', async () => {
  const run = (number: number) => pool.query(`select $1::int + 17003 as n_${number}`, [number])
  await times(300, run)
  await times(300, run)
  expect(await prepared('')).toHaveLength(100)
  await times(300, async (number) => expect((await run(number)).rows).toEqual([{ [`n_${number}`]: number + 17003 }]))
})

test('a connection keeps at most 100,000 characters of statements prepared', async () => {
  const long = (number: number) => `select $1::int + 17004 as n_${number} /* ${'x'.repeat(10_000)} */`
  await times(20, (number) => pool.query(long(number), [1]))
  await times(20, (number) => pool.query(long(number), [1]))
  expect(await prepared('17004')).toHaveLength(9)
  await times(2, () => pool.query(`select $1::int + 17014 /* ${'x'.repeat(20_000)} */`, [1]))
  expect(await prepared('17014')).toEqual([])
})

test('a statement is planned for its values each time, unless it is marked for one plan', async () => {
  const text = 'select id from subscriber where account_id = $1 and id = $2 and 17005 > 0'
  await times(30, (number) => pool.query(text, [number, 1]))
  await times(30, (number) => pool.query(ONE_PLAN + text, [number, 1]))
  const [each, one] = (await prepared('17005')).toSorted((a, b) => a.generic_plans - b.generic_plans)
  expect(each?.generic_plans).toBe(0)
  expect(one?.generic_plans).toBeGreaterThan(20)
})

test('a statement that is planned for an account keeps the plan for 200 executions', async () => {
  const text = `${ACCOUNT_PLAN}select id from subscriber where account_id = $1 and account_id = 7 and 17015 > 0 limit 11`
  await times(180, () => pool.query(text, [7]))
  const [first] = await prepared('17015')
  expect(first?.generic_plans).toBeGreaterThan(150)
  await times(60, () => pool.query(text, [7]))
  const [second] = await prepared('17015')
  expect(second?.generic_plans).toBeLessThan(60)
})

test('reads and later transactions succeed after a migration changed the result of a prepared statement', async () => {
  await pool.query('create temporary table renamed (a int)')
  const read = () => pool.query('select *, $1::int as number from renamed', [1])
  await times(3, read)
  await pool.query('alter table renamed alter a type text')
  expect((await read()).fields[0]?.dataTypeID).toBe(25)
  await times(3, read)
  await pool.query('alter table renamed add b int')
  const repeated_query = withConnection(pool, async (client) => {
    await client.query('begin')
    try {
      return await client.query('select *, $1::int as number from renamed', [1])
    } finally {
      await client.query('rollback')
    }
  })
  await expect(repeated_query).rejects.toSatisfy(isCollision)
  expect((await read()).fields).toHaveLength(3)
})

test('behind a pooler that forgets prepared statements, queries succeed and are no longer prepared', async () => {
  const run = () => pool.query('select $1::int + 17006 as sum', [1])
  await times(3, run)
  await pool.query('deallocate all')
  expect((await run()).rows).toEqual([{ sum: 17007 }])
  await times(5, run)
  expect(await prepared('17006')).toEqual([])
})

test('with DATABASE_PREPARED=off no statement is prepared', async () => {
  prepareStatements(false)
  await times(5, () => pool.query({ name: 'given', text: 'select $1::int + 17007', values: [1] }))
  await times(2, () => pool.query({ name: 'without values', text: 'select 17007', values: [] }))
  expect(await prepared('17007')).toEqual([])
})

test('queries sent together all run, and the first error is thrown', async () => {
  await withConnection(pool, async (client) => {
    const { together } = client as typeof client & { together: (queries: unknown[]) => Promise<{ rows: unknown[] }[]> }
    const both = ['begin', { text: 'select $1::int as a', values: [1] }]
    const send = (queries: unknown[]) => together.call(client, queries)
    expect((await send(both)).map(({ rows }) => rows)).toEqual([[], [{ a: 1 }]])
    await expect(send([{ text: 'select 1 / $1::int', values: [0] }, 'commit'])).rejects.toThrow('division by zero')
    expect((await client.query('select 1 as still')).rows).toEqual([{ still: 1 }])
  })
})
