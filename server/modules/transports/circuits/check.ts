import { systemPool } from '../../../core/context.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { openTransports, type Transport } from '../open-transports.ts'
import { opened } from './circuit.ts'
import { writeCircuits } from './circuit-rows.ts'

/** Refusals of an account that has sent nothing for this long are deleted. */
const STALE_MS = 7 * 86_400_000

/** The state of one transport. `problem` is null if the server responds and accepts the sign-in. */
export interface TransportCheck {
  name: string
  server: string
  problem: string | null
  /** Extensions that the server offers after EHLO. */
  capabilities: string[]
}

/** Connects and signs in to every transport, or to one, and stores the failures. */
export async function checkTransports({ now, name }: { now: Date; name?: string }): Promise<TransportCheck[]> {
  const transports = openTransports().filter((transport) => name === undefined || transport.name === name)
  // Caught email always arrives, so errors of earlier servers are obsolete.
  if (openTransports().length === 0) await systemPool().query('delete from transport_circuit')
  const checks = await Promise.all(transports.map((transport) => checkTransport(transport, now)))
  await writeCircuits(transports)
  return checks
}

async function checkTransport(transport: Transport, now: Date): Promise<TransportCheck> {
  const { name, server, circuits, unsaved_circuits } = transport
  const { rows } = await systemPool().query(
    'select kind, reply, failures, since, last_at, pauses, probe_at from transport_circuit where transport = $1 and account_id = $2',
    [name, SERVICE_ACCOUNT],
  )
  const [known_circuit] = rows
  try {
    const { capabilities } = await transport.transport.verify()
    // A server that refuses messages may still accept the sign-in.
    if (known_circuit?.kind === 'unreachable') {
      circuits.delete(SERVICE_ACCOUNT)
      unsaved_circuits.add(SERVICE_ACCOUNT)
    }
    return { name, server, problem: null, capabilities }
  } catch (error) {
    const { message } = error as Error
    const failed = { kind: 'unreachable' as const, reply: message, failures: 1, last_at: now }
    const circuit = known_circuit
      ? { ...known_circuit, ...failed }
      : { ...failed, since: now, pauses: 0, probe_at: null }
    circuits.set(SERVICE_ACCOUNT, opened(circuit, now))
    unsaved_circuits.add(SERVICE_ACCOUNT)
    return { name, server, problem: message, capabilities: [] }
  }
}

/** Checks unreachable transports, so they become usable before the next message would be tried. */
export async function recheckTransports({ now }: { now: Date }): Promise<void> {
  const transports = openTransports()
  await systemPool().query(
    'delete from transport_circuit where last_at < $2 and (account_id <> $1 or not (transport = any ($3)))',
    [SERVICE_ACCOUNT, new Date(+now - STALE_MS), transports.map(({ name }) => name)],
  )
  const { rows } = await systemPool().query<{ transport: string }>(
    `select transport from transport_circuit where account_id = $1 and kind = 'unreachable'`,
    [SERVICE_ACCOUNT],
  )
  const known = new Set(rows.map(({ transport }) => transport))
  const failed = transports.filter(({ name }) => known.has(name))
  await Promise.all(failed.map((transport) => checkTransport(transport, now)))
  await writeCircuits(failed)
}
