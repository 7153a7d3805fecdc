import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { whileLocked } from './transaction-lock.ts'

async function connected(application_name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('database_url'), application_name })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

let keys = 0

test('a process that waits for a lock reports which session has it, and continues once it is released', async () => {
  const key = `(-${process.pid * 100 + ++keys}::bigint)`
  const holder = await connected('envoi of before')
  await holder.query(`select pg_advisory_lock(${key})`)
  const lines: string[] = []
  let polls = 0
  const pause = async () => {
    polls += 1
    if (polls === 200) await holder.query(`select pg_advisory_unlock(${key})`)
  }
  const report = (line: string) => lines.push(line)
  const lock = { key, name: 'Migrations', report, pause }
  expect(await whileLocked(await connected('envoi migrate'), lock, async () => polls)).toBe(200)
  const pid = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  expect(lines).toEqual([
    expect.stringContaining(`Migrations wait for the process ${pid} of PostgreSQL (envoi of before, from `),
    expect.stringContaining(`end it with \`SELECT pg_terminate_backend(${pid})\``),
  ])
})

test('only one process works at a time, and the lock ends with the work, also if that fails', async () => {
  const key = `${process.pid * 100 + ++keys}`
  const [first, second_client] = [await connected('first'), await connected('second')]
  const order: string[] = []
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const { promise: beginning, resolve: begin } = Promise.withResolvers<void>()
  const failing = whileLocked(first, { key, name: 'It' }, async () => {
    order.push('begins')
    begin()
    await blocked
    order.push('fails')
    throw new Error('no')
  })
  const refusal = expect(failing).rejects.toThrow('no')
  // The first one to ask gets the lock.
  await beginning
  const waiting = whileLocked(second_client, { key, name: 'It', pause: async () => release() }, async () =>
    order.push('works'),
  )
  await Promise.all([refusal, waiting])
  expect(order).toEqual(['begins', 'fails', 'works'])
})
