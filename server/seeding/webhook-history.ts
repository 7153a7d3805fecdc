import type { Tx } from '../core/write.ts'
import { sampleOf } from '../modules/webhooks/samples.ts'
import { makeSecret, sealSecret } from '../modules/webhooks/secrets.ts'
import { drawByNumber } from './random.ts'

const TYPES = ['subscriber.created', 'subscriber.tag_added', 'subscriber.unsubscribed', 'broadcast.sent'] as const
const DELIVERIES = 260
const DAYS = 3

/**
 * A webhook with three days behind it: most went well, an hour of trouble was made up for by retries, a few were given up. It is
 * disabled, since a demo must not call anybody.
 */
export async function addWebhookHistory(tx: Tx, { random_seed }: { random_seed: number }): Promise<void> {
  const { id } = await tx.db.webhookEndpoint.create({
    data: {
      account_id: tx.account_id,
      name: 'Workshop calendar',
      url: 'https://calendar.studio-north.example/hooks',
      events: [...TYPES].sort(),
      status: 'disabled',
      disabled_by: 'creator',
      secret: sealSecret(makeSecret()),
      created_at: new Date(tx.now().getTime() - 40 * 86_400_000),
    },
  })
  const draw = drawByNumber('n::bigint', random_seed)
  const samples = TYPES.map((type) => JSON.stringify(sampleOf(type, tx.now())))
  await tx.sql.run(
    `with plan as materialized (
       select n, $4::timestamptz - ${draw('webhook age')} * interval '${DAYS} days' as at,
         1 + floor(power(${draw('webhook type')}, 2) * ${TYPES.length})::int as kind, ${draw('webhook luck')} as luck,
         ${draw('webhook pace')} as pace
       from generate_series(1, ${DELIVERIES}) n
     ), told as (
       select *, case when luck < 0.03 then 'failed' else 'delivered' end as outcome,
         case when luck < 0.03 then 9 when luck < 0.1 then 2 else 1 end as tries from plan order by at
     ), events as (
       insert into webhook_event (account_id, type, data, created_at, kept_until)
       select $1, ($3::text[])[kind], (($5::text[])[kind])::json, at, at + interval '33 days' from told order by at
       returning id, type, created_at, octet_length(data::text) as size
     ), made as (
       insert into webhook_delivery (account_id, hook_id, event_type, event_ids, event_count, bytes, status, attempt_count,
         created_at, completed_at)
       select $1, $2, e.type, array[e.id], 1, e.size, t.outcome::webhook_delivery_status, t.tries, t.at,
         least($4::timestamptz, t.at + case t.tries when 9 then interval '41 hours' when 2 then interval '30 seconds' else interval '0' end)
       from events e join told t on t.at::timestamptz(3) = e.created_at order by t.at
       returning id, attempt_count, created_at
     )
     insert into webhook_attempt (account_id, delivery_id, number, attempted_at, response_status, response_body, duration_ms)
     select $1, m.id, a.number, m.created_at + (a.number - 1) * interval '30 seconds',
       case when a.number < m.attempt_count or m.attempt_count = 9 then 503 else 200 end,
       case when a.number < m.attempt_count or m.attempt_count = 9 then 'Service Unavailable' else 'ok' end,
       (60 + 240 * power(t.pace, 3))::int
     from made m join told t on t.at::timestamptz(3) = m.created_at, generate_series(1, m.attempt_count) as a(number)`,
    [id, TYPES, tx.now(), samples],
  )
}
