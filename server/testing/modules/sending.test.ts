import { expect, test } from 'vitest'
import { database } from '../../db/client.ts'
import { testAccount } from '../account.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from './sending.ts'

const LISTED = '5.7.1 Service unavailable; client host [203.0.113.9] blocked using zen.spamhaus.org'

/** Returns the tables where processes share state about this mail server. */
async function knownOf(server: string): Promise<string[]> {
  const { rows } = await database().pool.query<{ table: string }>(
    `select 'transport_circuit' as table from transport_circuit where transport = $1
     union select 'transport_back_off' from transport_back_off where transport = $1
     union select 'sending_rate' from sending_rate where key like 'receiver ' || $1 || ' %' order by 1`,
    [server],
  )
  return rows.map(({ table }) => table)
}

let servers: string[] = []

test('all processes share the state of a mail server that refuses and defers', async () => {
  for (const refusal of [
    { code: 550, text: LISTED },
    { code: 451, text: '4.7.1 Too much mail from you' },
  ]) {
    const account = await testAccount()
    const sink = await sendToSink({ onRecipient: () => refusal })
    await addSubscribers(account, 12)
    await account.ctx.sql.run(`update subscriber set email_address = id || '@gmail.com' where account_id = $1`)
    await sendAll(account, await startBroadcast(account))
    servers.push(`127.0.0.1:${sink.port}`)
  }
  expect(await Promise.all(servers.map(knownOf))).toEqual([
    ['sending_rate', 'transport_circuit'],
    ['sending_rate', 'transport_back_off'],
  ])
})

test("a test starts without the state of an earlier test's mail server at the same port", async () => {
  expect(servers).toHaveLength(2)
  expect((await Promise.all(servers.map(knownOf))).flat()).toEqual([])
  servers = []
})
