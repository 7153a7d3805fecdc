import { z } from 'zod'
import { BigId, Flag, Id, missing, named, storable, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { PUBLIC_EVENT_TYPES, type PublicEventType } from './event-schema.ts'
import { DELIVERY_STATUSES } from './values-schema.ts'

export const ENDPOINT_STATUSES = ['active', 'disabled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Contract 8.17. */
export const WebhookEndpoint = named('WebhookEndpoint', {
  id: z.int(),
  name: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()).meta({ description: 'Sorted.' }),
  status: z.enum(ENDPOINT_STATUSES),
  source: z.enum(['creator', 'app']).meta({ description: 'Its maker: the creator, or an app over OAuth.' }),
  created_by_app: z.object({ id: z.int(), name: z.string() }).nullable(),
  created_at: Timestamp,
  previous_secret_expires_at: Timestamp.nullable().meta({
    description: 'Until then deliveries have a second signature, made with the previous secret.',
  }),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** Only responses to creation and rotation contain the secret. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().meta({ description: 'Shown only once. Verifies `X-Service-Signature`.' }),
}).meta({ id: 'WebhookEndpointWithSecret' })
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>

const oneOf = (name: string, values: readonly string[]) => ({
  error: ({ input }: { input?: unknown }) =>
    `${name} must be one of: ${values.join(', ')}${typeof input === 'string' ? ` (not ${input.slice(0, 60)})` : ''}`,
})

const url = z
  .string(missing("url can't be blank"))
  .trim()
  .min(1, "url can't be blank")
  .max(2000, 'url is too long (maximum is 2000 characters)')
const events = z
  .array(z.string({ error: 'events must be a list of event types' }), {
    error: ({ input }) =>
      input === undefined || input === null ? "events can't be blank" : 'events must be a list of event types',
  })
  .min(1, "events can't be blank")
  .superRefine((types, check) => {
    for (const type of types) {
      if (!PUBLIC_EVENT_TYPES.includes(type as PublicEventType))
        check.addIssue({ code: 'custom', message: `events contains an unknown event type: ${type.slice(0, 100)}` })
    }
  })
  .transform((types) => [...new Set(types)].sort() as PublicEventType[])
  .meta({ type: 'array', minItems: 1, items: { type: 'string', enum: [...PUBLIC_EVENT_TYPES] } })
const name = z
  .string(missing("name can't be blank"))
  .overwrite(singleLine)
  .trim()
  .min(1, "name can't be blank")
  .max(255, 'name is too long (maximum is 255 characters)')
const description = z
  .string({ error: 'description must be text' })
  .overwrite(storable)
  .max(2000, 'description is too long (maximum is 2000 characters)')

export const WebhookEndpointInput = z.object({
  url,
  events,
  name: name.nullish().meta({ description: 'Default: the host name of the URL.' }),
  description: description.nullish(),
})
export type WebhookEndpointInput = z.output<typeof WebhookEndpointInput>

export const WebhookEndpointChange = z.object({
  url: url.optional(),
  events: events.optional().meta({ description: 'Replaces the whole set.' }),
  name: name.optional(),
  description: description.nullable().optional(),
  status: z
    .enum(ENDPOINT_STATUSES, oneOf('status', ENDPOINT_STATUSES))
    .optional()
    .meta({ description: 'While disabled, no events are stored, and deliveries that waited for a retry fail.' }),
})
export type WebhookEndpointChange = z.output<typeof WebhookEndpointChange>

export const WebhookEndpointFilter = z.object({
  status: z.enum(ENDPOINT_STATUSES, oneOf('status', ENDPOINT_STATUSES)).optional(),
})
export type WebhookEndpointFilter = z.output<typeof WebhookEndpointFilter>

export const RotateInput = z.object({
  force: Flag.default(false).meta({
    type: 'boolean',
    description: 'Rotates during the 24 hours of the last rotation: the oldest secret stops working immediately.',
  }),
})

export const WebhookDelivery = named('WebhookDelivery', {
  id: z.int(),
  status: z.enum(DELIVERY_STATUSES),
  event_type: z.string(),
  event_count: z.int(),
  attempt_count: z.int(),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Attempt = z.object({
  attempted_at: Timestamp,
  response_status: z.int().nullable().meta({ description: 'Null when there was no response; `error` says why.' }),
  response_body: z.string().nullable().meta({ description: 'The first 1,000 bytes.' }),
  duration_ms: z.int(),
  error: z
    .string()
    .optional()
    .meta({ description: 'Why there was no response, in plain words. Absent when there was one.' }),
})

const Payload = z.object({
  delivery_id: z.int(),
  events: z.array(
    z.object({
      id: z.string().meta({ format: 'uuid' }),
      type: z.string(),
      created: Timestamp,
      data: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type Payload = z.infer<typeof Payload>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  attempts: z.array(Attempt),
  payload: Payload.optional().meta({ description: 'The body as it is sent, if `include_payload` is set.' }),
}).meta({ id: 'WebhookDeliveryDetail' })
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

export const WebhookDeliveryFilter = z.object({
  status: z.enum(DELIVERY_STATUSES, oneOf('status', DELIVERY_STATUSES)).optional(),
  event_type: z.enum(PUBLIC_EVENT_TYPES, oneOf('event_type', PUBLIC_EVENT_TYPES)).optional(),
})
export type WebhookDeliveryFilter = z.output<typeof WebhookDeliveryFilter>

export const PayloadQuery = z.object({
  include_payload: Flag.default(false).meta({ type: 'boolean', description: 'Adds `payload`.' }),
})

export const ResendInput = z.object({
  id: Id,
  /** Only these. Absent: all that match the other fields. */
  delivery_ids: z.array(BigId).min(1).max(1000).optional(),
  /** `undelivered`: failed deliveries and deliveries waiting for a retry. */
  status: z.enum([...DELIVERY_STATUSES, 'undelivered']).optional(),
  event_type: z.enum(PUBLIC_EVENT_TYPES).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
})
export type ResendInput = z.output<typeof ResendInput>

export const SampleInput = z.object({ id: Id, type: z.enum(PUBLIC_EVENT_TYPES) })
export type SampleInput = z.output<typeof SampleInput>
