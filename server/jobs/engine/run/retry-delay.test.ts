import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { PoolTimeout } from '../../../db/connections/pool.ts'
import { translate } from '../../../db/errors.ts'
import { freePort } from '../../../lib/net/free-port.ts'
import { defaultBackoff } from '../runtime.ts'
import { retryDelay } from './retry-delay.ts'

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  )

/** Returns the errors of a connection that ended during a statement, was used after that, or was refused. */
async function outages(): Promise<Error[]> {
  const client = new pg.Client({ connectionString: inject('database_url') })
  client.on('error', () => undefined)
  await client.connect()
  const ended = await failureOf(client.query('select pg_terminate_backend(pg_backend_pid())'))
  const used = await failureOf(client.query('select 1'))
  const refused = await failureOf(new pg.Client({ host: '127.0.0.1', port: await freePort() }).connect())
  return [ended, used, refused, translate(refused) as Error, new PoolTimeout('No database connection')]
}

test('after a database outage a job is retried within seconds, then with the delays of other errors', async () => {
  for (const { name, message } of await outages()) {
    // The SDK passes only name and message.
    const error = { name, message }
    expect(retryDelay(error, 0, defaultBackoff), message).toBe(1_000)
    expect(retryDelay(error, 1, defaultBackoff)).toBe(4_000)
    expect(retryDelay(error, 2, () => 60_000)).toBe(60_000)
  }
  expect(retryDelay({ name: 'Error', message: 'The list has no rows' }, 0, () => 15_000)).toBe(15_000)
})
