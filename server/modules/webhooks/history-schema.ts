import { z } from 'zod'
import { BigId, Id } from '../../core/wire.ts'
import { PUBLIC_EVENT_TYPES } from './event-schema.ts'
import type { WebhookDelivery, WebhookEndpoint } from './schema.ts'
import { DELIVERY_STATUSES } from './values-schema.ts'

/** An endpoint with its health. */
export interface EndpointHealth extends WebhookEndpoint {
  /** Start of uninterrupted failures. */
  failing_since: string | null
  disabled_by: 'creator' | 'failures' | 'uninstall' | 'instance' | null
  /** The reason for which the instance's administrator disabled it. */
  disabled_reason: string | null
  /** In the last 24 hours, except `waiting`, which counts all. */
  delivered: number
  failed: number
  waiting: number
}

export interface DeliveryRow extends WebhookDelivery {
  endpoint_id: number
  is_sample: boolean
  resend_of: number | null
  /** Status of the last attempt. */
  response_status: number | null
  duration_ms: number | null
  error: string | null
}

export interface DeliveryRowDetail extends DeliveryRow {
  next_attempt_at: string | null
  /** It failed before its last attempt, because the endpoint was disabled or deleted. */
  is_given_up: boolean
  attempts: {
    number: number
    attempted_at: string
    response_status: number | null
    response_body: string | null
    error: string | null
    duration_ms: number
  }[]
  body: string
}

/** Attempts of one hour. */
export interface HourOfAttempts {
  hour: string
  succeeded: number
  failed: number
  /** Median and 95th percentile in milliseconds. */
  median_ms: number | null
  slow_ms: number | null
}

export const DeliveryHistoryFilter = z.object({
  endpoint_id: Id.optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: z.enum(PUBLIC_EVENT_TYPES).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Only deliveries before this id. */
  before: BigId.optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type DeliveryHistoryFilter = z.output<typeof DeliveryHistoryFilter>
