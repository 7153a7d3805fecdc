import { type Ctx, systemPool } from '../../../core/context.ts'
import { signatureOf } from '../../../lib/crypto/signature.ts'
import { bodyOf } from '../delivery/payload.ts'
import { type SealedSecrets, validSecrets } from '../endpoints/secrets.ts'
import { EVENTS_OF_T } from './deliveries.ts'

/** A delivery for `envoi webhooks tail`, signed for the current time. */
export interface TailedDelivery {
  id: number
  event_type: string
  event_count: number
  endpoint_name: string
  body: string
  headers: Record<string, string>
}

/** Ids are assigned before the commit, so a delivery may appear after others with higher ids. */
const LATE_IDS = 1_000

/**
 * Returns deliveries created since the id `since`, for all endpoints of the account or one. Updates `seen`: pass the same set each time.
 */
export async function tailDeliveries(
  ctx: Ctx,
  { endpoint_id, since, seen }: { endpoint_id?: number | undefined; since: number; seen: Set<number> },
): Promise<TailedDelivery[]> {
  const rows = await ctx.sql.rows<TailedRow>(
    `select t.id::float8 as id, t.event_type, t.event_count, ${EVENTS_OF_T} as events, w.name as endpoint_name, w.secret,
       w.previous_secret, w.previous_secret_expires_at
     from webhook_delivery t join webhook_endpoint w on w.account_id = t.account_id and w.id = t.hook_id
     where t.account_id = $1 and not t.legacy and t.id > $2 and t.id <> all ($3::bigint[])
       and ($4::int is null or t.hook_id = $4) order by t.id limit 500`,
    [Math.max(since, Math.max(since, ...seen) - LATE_IDS), [...seen], endpoint_id ?? null],
  )
  const newest = Math.max(since, ...rows.map(({ id }) => id))
  for (const { id } of rows) seen.add(id)
  for (const id of seen) if (id < newest - LATE_IDS) seen.delete(id)
  return rows.map((row) => tailedOf(row, ctx.now()))
}

/** Returns the id at which a new tail starts. */
export async function newestDelivery(ctx: Ctx): Promise<number> {
  const row = await ctx.sql.one<{ id: number | null }>(
    'select max(id)::float8 as id from webhook_delivery where account_id = $1',
  )
  return row?.id ?? 0
}

export interface ActiveEndpoint {
  id: number
  account_id: number
  name: string
}

/** Returns the active endpoints of all accounts. */
export async function listActiveEndpoints(): Promise<ActiveEndpoint[]> {
  const { rows } = await systemPool().query<ActiveEndpoint>(
    `select id, account_id, name from webhook_endpoint where status = 'active' order by account_id, id`,
  )
  return rows
}

interface TailedRow extends SealedSecrets {
  id: number
  event_type: string
  event_count: number
  endpoint_name: string
  events: string
}

function tailedOf(
  { id, event_type, event_count, endpoint_name, events, ...secrets }: TailedRow,
  now: Date,
): TailedDelivery {
  const body = bodyOf(id, events)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/2.0',
    'x-service-signature': signatureOf(body, validSecrets(secrets, now), now),
    'x-service-delivery': String(id),
  }
  return { id, event_type, event_count, endpoint_name, body, headers }
}
