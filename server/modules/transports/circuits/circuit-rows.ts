import { type Ctx, systemPool } from '../../../core/context.ts'
import { rootLogger } from '../../../core/log.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import type { Transport } from '../open-transports.ts'
import { type Circuit, isHalfOpen, isOpen } from './circuit.ts'

// Circuits are rows, so all processes share them. They are read and written per batch of messages. In between, each process uses its own
// copy.

/** Matches a reply's codes. Only these are logged, because a reply may contain addresses. */
const REPLY_CODE = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/

/** Time for which other processes wait while one tries a message. */
const PROBE_LEASE_MS = 60_000

interface Row extends Circuit {
  transport: string
  account_id: number
}

export const CIRCUIT_COLUMNS = 'transport, account_id, kind, reply, failures, since, last_at, pauses, probe_at'

/**
 * Reads the circuits of these transports for the account. When a circuit's pause is over, it becomes half open for the one process that
 * gets its lease here. It stays open for other processes for another minute.
 */
export async function readCircuits(
  transports: readonly Transport[],
  { account_id, now }: { account_id: number; now: Date },
): Promise<void> {
  const { rows } = await systemPool().query<Row>(
    `select ${CIRCUIT_COLUMNS} from transport_circuit where transport = any ($1) and account_id in ($2, $3)`,
    [transports.map(({ name }) => name), SERVICE_ACCOUNT, account_id],
  )
  for (const transport of transports)
    for (const scope of new Set([SERVICE_ACCOUNT, account_id])) {
      // Newer than its row, because a batch in progress has changed it.
      if (transport.unsaved_circuits.has(scope)) continue
      const row = rows.find((known) => known.transport === transport.name && known.account_id === scope)
      if (!row) transport.circuits.delete(scope)
      else transport.circuits.set(scope, await withLease(transport, row, now))
    }
}

/** Returns the circuit for this process: half open if it has the lease or gets it now. */
async function withLease({ leases }: Transport, row: Row, now: Date): Promise<Circuit> {
  // Another broadcast of this process may be about to try a message.
  const isLeased = row.probe_at !== null && +row.probe_at === +(leases.get(row.account_id) ?? 0)
  if (isLeased) return { ...row, probe_at: now }
  if (!isHalfOpen(row, now)) return row
  const lease_end = new Date(+now + PROBE_LEASE_MS)
  const { rowCount } = await systemPool().query(
    'update transport_circuit set probe_at = $4 where transport = $1 and account_id = $2 and probe_at <= $3',
    [row.transport, row.account_id, now, lease_end],
  )
  if (!rowCount) return { ...row, probe_at: lease_end }
  leases.set(row.account_id, lease_end)
  return row
}

/** Stores this process's changes. A closed circuit deletes its row; otherwise a circuit opened by another process stays open. */
export async function writeCircuits(transports: readonly Transport[]): Promise<void> {
  const changes = transports.flatMap((transport) => {
    const changed = [...transport.unsaved_circuits]
    transport.unsaved_circuits.clear()
    return changed.map((of) => ({ transport: transport.name, account_id: of, circuit: transport.circuits.get(of) }))
  })
  const closed_circuits = changes.filter(({ circuit }) => !circuit)
  if (closed_circuits.length > 0) {
    const { rows } = await systemPool().query<Pick<Row, 'transport' | 'account_id' | 'kind' | 'probe_at'>>(
      `delete from transport_circuit c using unnest($1::text[], $2::int[]) as v(transport, account_id)
       where c.transport = v.transport and c.account_id = v.account_id
       returning c.transport, c.account_id, c.kind, c.probe_at`,
      [closed_circuits.map(({ transport }) => transport), closed_circuits.map(({ account_id }) => account_id)],
    )
    for (const { probe_at, ...circuit } of rows)
      if (probe_at !== null) rootLogger().info(circuit, 'a transport accepts messages again')
  }
  const open_circuits = changes.flatMap(({ circuit, ...of }) => (circuit ? [{ ...of, ...circuit }] : []))
  // Logs once, not for each message tried in between.
  for (const { transport, account_id, kind, reply, failures, pauses, probe_at } of open_circuits)
    if (probe_at !== null && pauses <= 1)
      rootLogger().warn(
        { transport, account_id, kind, code: REPLY_CODE.exec(reply)?.[0], failures, until: probe_at },
        'a transport accepts no messages for now: they wait or use another one',
      )
  if (open_circuits.length > 0)
    await systemPool().query(
      `insert into transport_circuit as c (${CIRCUIT_COLUMNS})
       select ${CIRCUIT_COLUMNS} from jsonb_to_recordset($1::jsonb) as v(transport text, account_id int, kind text, reply text, failures int,
         since timestamptz, last_at timestamptz, pauses int, probe_at timestamptz)
       order by transport, account_id
       on conflict (transport, account_id) do update set kind = excluded.kind, reply = excluded.reply,
         failures = case when c.kind = excluded.kind then greatest(c.failures, excluded.failures) else excluded.failures end,
         since = least(c.since, excluded.since), last_at = excluded.last_at, pauses = greatest(c.pauses, excluded.pauses),
         probe_at = coalesce(excluded.probe_at, c.probe_at)`,
      [JSON.stringify(open_circuits)],
    )
}

/** Ends the pause, so the next message is tried: someone fixed the problem and should not have to wait. */
export async function probeNow(ctx: Ctx): Promise<void> {
  await ctx.sql.run(
    `update transport_circuit set probe_at = $2 where account_id in ($1, $3) and kind = 'refused' and probe_at > $2`,
    [ctx.now(), SERVICE_ACCOUNT],
  )
}

/** Returns the circuit that blocks or restricts the transport for the account. Open circuits take precedence over half-open ones. */
export function circuitOf({ circuits }: Transport, account_id: number, now: Date): Circuit | undefined {
  if (circuits.size === 0) return undefined
  const [all, own] = [circuits.get(SERVICE_ACCOUNT), circuits.get(account_id)]
  return [all, own].find((circuit) => isOpen(circuit, now)) ?? [all, own].find((circuit) => isHalfOpen(circuit, now))
}
