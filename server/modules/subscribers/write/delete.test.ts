import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { database } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'

runInOwnDatabase()

const MANY = 1_000
const LOGS = ['state_change', 'subscriber_change', 'consent', 'subscriber_engagement', 'subscriber_search']

async function addSubscribers(account_id: number): Promise<void> {
  await database().pool.query(
    `with made as (
       insert into subscriber (account_id, email_address, state)
       select $1, 's' || n || '@x.example', 'active' from generate_series(1, $2::int) n returning account_id, id
     ), changed as (
       insert into state_change (account_id, subscriber_id, to_state, cause) select account_id, id, 'active', 'api' from made
     ), recorded as (
       insert into subscriber_change (account_id, subscriber_id, kind, object, at) select account_id, id, 'api_event', 'met', now() from made
     ), searched as (
       insert into subscriber_search (account_id, subscriber_id, state, text) select account_id, id, 'active', 's' from made
     )
     insert into consent (account_id, subscriber_id, source) select account_id, id, 'api' from made`,
    [account_id, MANY],
  )
}

/** Opens a connection that reports each plan that PostgreSQL makes on it. */
async function connect(): Promise<{ client: pg.Client; plans: string[] }> {
  const client = new pg.Client(database().url)
  await client.connect()
  onTestFinished(() => client.end())
  const plans: string[] = []
  client.on('notice', ({ message, detail }) => message === 'plan:' && plans.push(detail ?? ''))
  await client.query('set client_min_messages = log; set debug_print_plan = on; set debug_pretty_print = off')
  return { client, plans }
}

test('a connection that deleted subscribers from empty tables makes new plans when it deletes many', async () => {
  const { account_id } = await testAccount()
  const { client, plans } = await connect()
  await client.query(`vacuum analyze ${LOGS.join(', ')}`)
  const remove = () => client.query('delete from subscriber where account_id = $1', [account_id])
  await remove()
  await addSubscribers(account_id)
  plans.length = 0
  expect((await remove()).rowCount).toBe(MANY)
  // Comparing each deleted row with each row of a table would be a nested loop.
  const { rows: indexed } = await client.query(
    `select oid from pg_class where oid in ('automation_listener'::regclass, 'automation_trace'::regclass)`,
  )
  // Listeners and traces are found by their keys, for each account and each run.
  const large = plans.filter((plan) => !indexed.some(({ oid }) => plan.includes(`:relid ${oid} `)))
  expect(large.filter((plan) => plan.includes('{NESTLOOP'))).toEqual([])
  for (const table of LOGS) {
    const { oid } = (await client.query('select $1::text::regclass::oid', [table])).rows[0]
    const planned = plans.filter((plan) => plan.includes(`:relid ${oid} `))
    expect(planned, table).toHaveLength(1)
    expect((await client.query(`select from ${table} where account_id = $1`, [account_id])).rowCount).toBe(0)
  }
})
