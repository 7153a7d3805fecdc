import { adminRecord } from '../../core/audit/admin-write.ts'
import { type Ctx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { iso, isoOrNull, isoSql } from '../../core/wire.ts'
import type { Expired } from '../../db/purge.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { rowsSql } from '../../db/statements/rows-sql.ts'
import { checkTransports, type TransportCheck } from './circuits/check.ts'
import { openTransports } from './open-transports.ts'
import type { TransportView } from './schema.ts'
import { listCircuits } from './service.ts'

/** Old rows of limits and counts. Days of a warm-up are kept longer than any warm-up lasts. */
export const EXPIRED_LIMITS: readonly Expired[] = [
  { table: 'sending_rate', where: 'free_at < $1', kept_days: 1 },
  { table: 'transport_back_off', where: 'last_at < $1', kept_days: 7 },
  { table: 'transport_hour', where: 'hour < $1', kept_days: 90 },
  { table: 'daily_allowance', where: 'day < $1', kept_days: 800 },
  { table: 'mail_wait', where: 'until < $1', kept_days: 7 },
]

interface Hours {
  transport: string
  accepted_hour: number
  accepted_day: number
  refused_day: number
  deferred_day: number
  last_error: string | null
}

type BackOff = TransportView['back_offs'][number] & { transport: string }

const LIMITED_AND_COUNTED = `select ${rowsSql(
  `select transport, receiver, reply, ${isoSql('since')} as since, ${isoSql('b.until')} as until from transport_back_off b
   where transport = any ($1) and b.until > $2 order by transport, b.until desc, receiver limit 500`,
)} as back_offs, ${rowsSql(
  `select transport, coalesce(sum(accepted) filter (where hour > $2::timestamptz - interval '2 hours'), 0)::int as accepted_hour,
     sum(accepted)::int as accepted_day, sum(refused)::int as refused_day, (sum(deferred) + sum(unconfirmed))::int as deferred_day,
     (array_agg(last_error order by hour desc) filter (where last_error is not null))[1] as last_error
   from transport_hour where transport = any ($1) and hour > $2::timestamptz - interval '24 hours' group by 1`,
)} as hours`

const NOTHING = { accepted_hour: 0, accepted_day: 0, refused_day: 0, deferred_day: 0, last_error: null }

/** Lists this instance's transports with their activity and failures. */
export async function listTransports(ctx: Ctx): Promise<TransportView[]> {
  const transports = openTransports()
  const names = transports.map(({ name }) => name)
  const [circuits, { rows }] = await Promise.all([
    listCircuits(),
    systemPool().query<{ back_offs: BackOff[]; hours: Hours[] }>(LIMITED_AND_COUNTED, [names, ctx.now()]),
  ])
  const { back_offs = [], hours = [] } = rows[0] ?? {}
  return transports.map(({ name, server, settings: { weight, domains, per_second, per_day } }) => {
    const { transport: _name, ...counts } = hours.find(({ transport }) => transport === name) ?? {
      transport: name,
      ...NOTHING,
    }
    return {
      name,
      server,
      weight,
      domains: domains && [...domains],
      per_second,
      per_day,
      ...counts,
      circuits: circuits
        .filter(({ transport }) => transport === name)
        .map(({ account_id, kind, reply, since, probe_at }) => ({
          account_id: account_id === SERVICE_ACCOUNT ? null : account_id,
          kind,
          reply,
          since: iso(since),
          probe_at: isoOrNull(probe_at),
        })),
      back_offs: back_offs
        .filter(({ transport }) => transport === name)
        .map(({ transport: _, ...back_off }) => back_off),
    }
  })
}

/** Ends a transport's pauses, so the next message is tried, and connects to it. Throws not_found. */
export async function tryTransport(ctx: Ctx, { name }: { name: string }): Promise<TransportCheck> {
  if (!openTransports().some((transport) => transport.name === name)) throw notFound()
  await adminRecord(ctx, { action: 'transport_tried', details: { name } })
  await systemPool().query('update transport_circuit set probe_at = $2 where transport = $1 and probe_at > $2', [
    name,
    ctx.now(),
  ])
  await systemPool().query('update transport_back_off set until = $2 where transport = $1 and until > $2', [
    name,
    ctx.now(),
  ])
  const [check] = await checkTransports({ now: ctx.now(), name })
  if (!check) throw notFound()
  ctx.log.info({ transport: name, problem: check.problem }, 'transport tried by an administrator')
  return check
}
