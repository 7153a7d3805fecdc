import { sampleOf } from '../../core/events/events.ts'
import { iso, isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { makeSecret, sealSecret } from '../../modules/webhooks/endpoints/secrets.ts'
import { RETRY_MS } from '../../modules/webhooks/retries/next-attempt.ts'
import { drawByNumber } from '../random.ts'

const TYPES = ['subscriber.created', 'subscriber.tag_added', 'subscriber.unsubscribed', 'broadcast.sent'] as const
const HOUR_MS = 3_600_000
/** Longer than all attempts of a delivery take. */
const ATTEMPTS_HOURS = 42

export interface WebhookHistory {
  random_seed: number
  name: string
  url: string
  deliveries: number
  days: number
  /** The reason why nothing is sent to it now, if any. */
  disabled_by?: 'creator' | 'failures'
  /** Hours since its server last responded. It has had no deliveries since all attempts of the last ones failed. */
  fails_for_hours?: number
}

/** Adds a webhook with deliveries: most succeeded, some after a retry, a few failed. */
export async function addWebhookHistory(tx: Tx, webhook: WebhookHistory): Promise<void> {
  const { random_seed, name, url, deliveries, days, disabled_by = null, fails_for_hours = 0 } = webhook
  const { id } = await tx.db.webhookEndpoint.create({
    data: {
      account_id: tx.account_id,
      name,
      url,
      disabled_by,
      events: [...TYPES].sort(),
      status: disabled_by ? 'disabled' : 'active',
      failing_since: fails_for_hours > 0 ? new Date(+tx.now() - fails_for_hours * HOUR_MS) : null,
      secret: sealSecret(makeSecret()),
      created_at: new Date(+tx.now() - 40 * 24 * HOUR_MS),
    },
  })
  const draw = drawByNumber('n::bigint', random_seed)
  const moment = iso(tx.now())
  const samples = TYPES.map((type) => JSON.stringify(sampleOf(type, tx.now())))
  await tx.sql.run(
    `with plan as materialized (
       select n, ($4::timestamptz - interval '1 minute' - ${draw('webhook age')} * interval '${days} days')::timestamptz(3) as at,
         1 + floor(power(${draw('webhook type')}, 2) * ${TYPES.length})::int as kind, ${draw('webhook luck')} as luck,
         (60 + 240 * power(${draw('webhook pace')}, 3))::int as ms
       from generate_series(1, ${deliveries}) n
     ), outcome as (
       -- Nine attempts take two days, so newer deliveries succeed with the second attempt.
       select *, case when (luck < 0.06 or at > $4::timestamptz - $8::int * interval '1 hour')
         and at < $4::timestamptz - interval '${ATTEMPTS_HOURS} hours' then 9 when luck < 0.1 then 2 else 1 end as tries
       from plan where $8::int = 0 or at < $4::timestamptz - interval '${ATTEMPTS_HOURS} hours' order by at
     ), events as (
       insert into webhook_event (account_id, type, data, created_at, kept_until)
       select $1, ($3::text[])[kind], replace(($5::text[])[kind], $6, ${isoSql('at')})::json, at, at + interval '33 days' from outcome
       order by at
       returning id, type, created_at, octet_length(data::text) as size
     ), made as (
       insert into webhook_delivery (account_id, hook_id, event_type, event_ids, event_count, bytes, status, attempt_count,
         created_at, completed_at)
       select $1, $2, e.type, array[e.id], 1, e.size, (case t.tries when 9 then 'failed' else 'delivered' end)::webhook_delivery_status,
         t.tries, t.at, t.at + (($7::float8[])[t.tries] + t.ms) * interval '1 ms'
       from events e join outcome t on t.at = e.created_at order by t.at
       returning id, attempt_count, created_at
     )
     insert into webhook_attempt (account_id, delivery_id, number, attempted_at, response_status, response_body, duration_ms)
     select $1, m.id, a.number, m.created_at + ($7::float8[])[a.number] * interval '1 ms',
       case when a.number < m.attempt_count or m.attempt_count = 9 then 503 else 200 end,
       case when a.number < m.attempt_count or m.attempt_count = 9 then 'Service Unavailable' else 'ok' end, t.ms
     from made m join outcome t on t.at = m.created_at, generate_series(1, m.attempt_count) as a(number)`,
    [id, TYPES, tx.now(), samples, moment, attemptTimes(), fails_for_hours],
  )
}

/** Returns the time of each attempt of a failing delivery, in milliseconds after the first. */
const attemptTimes = () => [0, ...RETRY_MS].map((_, n) => RETRY_MS.slice(0, n).reduce((sum, wait) => sum + wait, 0))
