import { expect, onTestFinished, test, vi } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { rootLogger } from '../../../core/log.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { testAccount } from '../../../testing/account.ts'
import { transports } from '../../../testing/modules/sending.ts'
import { openTransports, type Transport } from '../open-transports.ts'
import { Route } from '../route.ts'
import { readCircuits, writeCircuits } from './circuit-rows.ts'

const NOON = new Date('2026-03-04T12:00:00Z')
const secondsLater = (seconds: number) => new Date(+NOON + seconds * 1000)

/** Returns the same transport as in another process. */
const elsewhere = (transport: Transport): Transport => ({
  ...transport,
  circuits: new Map(),
  unsaved_circuits: new Set(),
  leases: new Map(),
})

async function opened(transport: Transport): Promise<void> {
  await systemPool().query(
    `insert into transport_circuit (transport, account_id, kind, reply, failures, since, last_at, pauses, probe_at)
     values ($1, $2, 'refused', '550 Blocked', 5, $3, $3, 1, $4)`,
    [transport.name, SERVICE_ACCOUNT, NOON, secondsLater(60)],
  )
}

test('a broadcast may try a message after a pause even if another broadcast of the process reads the circuit', async () => {
  await transports({ only: {} })
  const [transport] = openTransports() as [Transport]
  await opened(transport)
  const routes = await Promise.all(
    [1, 2].map(async () => {
      const { ctx } = await testAccount()
      return new Route({ ...ctx, now: () => secondsLater(61) }, { domain: 'studio.example', transports: [transport] })
    }),
  )
  for (const route of routes) await route.refresh()
  expect(routes.map((route) => route.blocked())).toEqual([null, null])
  // The other process leaves the circuit to this one.
  const other = elsewhere(transport)
  await readCircuits([other], { account_id: SERVICE_ACCOUNT, now: secondsLater(61) })
  expect(other.circuits.get(SERVICE_ACCOUNT)?.probe_at).toEqual(secondsLater(61 + 60))
})

test('a process that saw few failures does not close a circuit that another opened', async () => {
  await transports({ only: {} })
  const [transport] = openTransports() as [Transport]
  const stale = elsewhere(transport)
  const failure = { kind: 'refused' as const, reply: '550 Blocked', since: NOON, last_at: NOON }
  stale.circuits.set(SERVICE_ACCOUNT, { ...failure, failures: 2, pauses: 0, probe_at: null })
  stale.unsaved_circuits.add(SERVICE_ACCOUNT)
  await opened(transport)
  await writeCircuits([stale])
  const read = elsewhere(transport)
  await readCircuits([read], { account_id: SERVICE_ACCOUNT, now: NOON })
  expect(read.circuits.get(SERVICE_ACCOUNT)).toMatchObject({ failures: 5, pauses: 1, probe_at: secondsLater(60) })
})

test('the opening and closing of a circuit are logged once each, without the server’s text', async () => {
  await transports({ only: {} })
  const [transport] = openTransports() as [Transport]
  const lines: unknown[] = []
  for (const level of ['info', 'warn'] as const)
    vi.spyOn(rootLogger(), level).mockImplementation(((fields: object, text: string) => {
      if ('transport' in fields && fields.transport === transport.name) lines.push([level, fields, text])
    }) as never)
  onTestFinished(() => void vi.restoreAllMocks())
  const refused_circuit = {
    kind: 'refused' as const,
    reply: '550 5.7.1 ann@reader.example is blocked',
    since: NOON,
    last_at: NOON,
  }
  const store = async (circuit: Parameters<typeof transport.circuits.set>[1] | undefined) => {
    if (circuit) transport.circuits.set(SERVICE_ACCOUNT, circuit)
    else transport.circuits.delete(SERVICE_ACCOUNT)
    transport.unsaved_circuits.add(SERVICE_ACCOUNT)
    await writeCircuits([transport])
  }
  // Too few failures, then open, then still open after a tried message.
  await store({ ...refused_circuit, failures: 4, pauses: 0, probe_at: null })
  await store({ ...refused_circuit, failures: 5, pauses: 1, probe_at: secondsLater(300) })
  await store({ ...refused_circuit, failures: 6, pauses: 2, probe_at: secondsLater(1_200) })
  await store(undefined)
  await store(undefined)
  const logged = { transport: transport.name, account_id: SERVICE_ACCOUNT, kind: 'refused' }
  expect(lines).toEqual([
    [
      'warn',
      { ...logged, code: '550 5.7.1', failures: 5, until: secondsLater(300) },
      'a transport accepts no messages for now: they wait or use another one',
    ],
    ['info', logged, 'a transport accepts messages again'],
  ])
})
