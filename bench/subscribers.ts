import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { database, unscoped } from '../server/db/client.ts'

// Subscribers with five custom fields, for the figures of imports and exports.

export const FIELDS = ['City', 'Company', 'Role', 'Plan', 'Birthday']
export const SLOTS = FIELDS.map((label) => label.toLowerCase())

export function subscriberRow(i: number) {
  return {
    email_address: `subscriber.${i}@mail${i % 97}.example`,
    first_name: `Name${i % 1000}`,
    values: [
      `City ${i % 500}`,
      `Company ${i % 3000}`,
      `Role ${i % 40}`,
      `${i % 5}`,
      `19${50 + (i % 50)}-0${1 + (i % 9)}-15`,
    ],
  }
}

export async function newAccount(): Promise<number> {
  return (await unscoped().account.create({ data: { name: 'Measured', subscriber_limit: null } })).id
}

/** Copies this many subscribers into the table and its indexes, or into another table. Returns the seconds. */
export async function copySubscribers(account_id: number, rows: number, table = 'subscriber'): Promise<number> {
  const client = await database().pool.connect()
  const started = performance.now()
  const target = client.query(
    copyFrom(`copy ${table} (account_id, email_address, first_name, fields) from stdin (format csv)`),
  )
  await pipeline(Readable.from(copyLines(account_id, rows)), target)
  const seconds = (performance.now() - started) / 1000
  client.release()
  return seconds
}

export function* copyLines(account_id: number, rows: number): Generator<string> {
  for (let i = 0; i < rows; i++) {
    const { email_address, first_name, values } = subscriberRow(i)
    const fields = JSON.stringify(Object.fromEntries(SLOTS.map((slot, at) => [slot, values[at]])))
    yield `${account_id},${email_address},${first_name},"${fields.replaceAll('"', '""')}"\n`
  }
}
