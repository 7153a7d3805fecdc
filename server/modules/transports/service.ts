import { type Ctx, systemPool } from '../../core/context.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import type { Circuit } from './circuits/circuit.ts'
import { CIRCUIT_COLUMNS } from './circuits/circuit-rows.ts'
import { openTransports } from './open-transports.ts'

export { probeNow } from './circuits/circuit-rows.ts'
export type { Route } from './route.ts'

/** An opened circuit of one transport. Account 0 stands for all accounts. */
export interface KnownCircuit extends Circuit {
  transport: string
  account_id: number
}

/** Lists the circuits that were opened and not yet closed by an answered message. */
export async function listCircuits(): Promise<KnownCircuit[]> {
  const { rows } = await systemPool().query<KnownCircuit>(
    `select ${CIRCUIT_COLUMNS} from transport_circuit where pauses > 0 and transport = any ($1) order by account_id, transport limit 200`,
    [openTransports().map(({ name }) => name)],
  )
  return rows
}

/**
 * Returns the reason why no transport accepts the account's messages: the circuit that is tried first. Null while any has no known failure.
 */
export async function findBlock(ctx: Ctx): Promise<KnownCircuit | null> {
  const transports = openTransports()
  if (transports.length === 0) return null
  const { rows } = await systemPool().query<KnownCircuit>(
    `select ${CIRCUIT_COLUMNS} from transport_circuit where pauses > 0 and transport = any ($1) and account_id in ($2, $3)
     order by account_id, probe_at`,
    [transports.map(({ name }) => name), SERVICE_ACCOUNT, ctx.account_id],
  )
  const failing = new Set(rows.map(({ transport }) => transport))
  return failing.size === transports.length ? (rows[0] ?? null) : null
}

/** Returns the time until which the account's sequences pause because every transport refuses its messages; null if they need not. */
export async function findPause(ctx: Ctx): Promise<Date | null> {
  const block = await findBlock(ctx)
  return block?.kind === 'refused' && block.probe_at && block.probe_at > ctx.now() ? block.probe_at : null
}
