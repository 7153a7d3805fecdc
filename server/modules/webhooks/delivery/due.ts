import type { SealedSecrets } from '../endpoints/secrets.ts'
import { EVENTS_TEXT } from './payload.ts'

/** Identifies a webhook endpoint, or a legacy webhook. */
export interface EndpointKey {
  account_id: number
  legacy: boolean
  hook_id: number
}

export const keyOf = ({ account_id, legacy, hook_id }: EndpointKey): string => `${account_id} ${legacy} ${hook_id}`

/** A delivery to attempt now, with its endpoint's current URL and secrets. */
export interface DueDelivery extends EndpointKey, SealedSecrets {
  id: number
  event_type: string
  attempt_count: number
  /** Comma-separated JSON of the events. */
  events: string
  /** Null: the endpoint was deleted or disabled. */
  url: string | null
  failing: boolean
}

/** Select list of a `DueDelivery`, over a delivery `d` and `ENDPOINT_JOIN`. */
export const DUE_DELIVERY_COLUMNS = `d.account_id, d.legacy, d.hook_id, d.id::float8 as id, d.event_type, d.attempt_count,
  (select ${EVENTS_TEXT} from webhook_event e
    where e.account_id = d.account_id and e.id = any (d.event_ids)) as events,
  coalesce(w.url, g.target_url) as url, w.secret, w.previous_secret, w.previous_secret_expires_at,
  w.failing_since is not null as failing`

/** Returns SQL condition that an account's webhooks are delivered: its deletion is not scheduled, and the instance has webhooks enabled. */
export const isDeliveringSql = (account_id: string): string =>
  `exists (select from account o where o.id = ${account_id} and o.deletes_at is null)
    and not exists (select from instance_setting where name = 'has_webhooks' and value = 'false'::jsonb)`

export const ENDPOINT_JOIN = `left join webhook_endpoint w
    on not d.legacy and w.account_id = d.account_id and w.id = d.hook_id and w.status = 'active'
  left join legacy_webhook g on d.legacy and g.account_id = d.account_id and g.id = d.hook_id`
