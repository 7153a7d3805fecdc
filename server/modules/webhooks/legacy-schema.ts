import { z } from 'zod'
import { LEGACY_EVENTS, type LegacyEventName, legacyNameOf } from '../../core/events/events.ts'
import { named } from '../../core/wire.ts'

// Legacy webhooks: contract 8.16 and the last paragraph of 9.5.

const LEGACY_EVENT_NAMES = Object.keys(LEGACY_EVENTS) as [LegacyEventName, ...LegacyEventName[]]

export interface LegacyEvent {
  name: LegacyEventName
  [parameter: string]: unknown
}

export const LegacyWebhook = named('LegacyWebhook', {
  id: z.int(),
  account_id: z.int(),
  event: z
    .object({
      name: z.enum(LEGACY_EVENT_NAMES),
      form_id: z.int().optional(),
      sequence_id: z.int().optional(),
      tag_id: z.int().optional(),
      product_id: z.int().optional(),
      custom_field_id: z.int().optional(),
      initiator_value: z.string().nullable().optional(),
    })
    .meta({
      description:
        'The event name without its prefix, and its one parameter. Events without a parameter have `initiator_value: null`.',
    }),
  target_url: z.string(),
})
export type LegacyWebhook = z.infer<typeof LegacyWebhook>

export interface LegacyWebhookRow extends Omit<LegacyWebhook, 'account_id'> {
  /** The app that created it. */
  app_name: string | null
  created_at: string
}

const INVALID = '`event` and `target` parameters must be provided'

/** The contract has one error text for missing and unknown values and missing parameters. */
export const LegacyWebhookInput = z.object({
  target_url: z.string({ error: INVALID }).trim().min(1, INVALID).max(2000, INVALID),
  event: z
    .unknown()
    .transform((value, check): LegacyEvent => {
      const event = readEvent(value)
      if (event) return event
      check.addIssue({ code: 'custom', message: INVALID })
      return z.NEVER
    })
    .meta({
      description:
        'Its name, with or without the prefix, and the parameter that it needs: `{"name":"subscriber.tag_add","tag_id":3}`.',
    }),
})

/**
 * Returns the event as stored and returned, or undefined for an unknown name or missing parameter. Events without a parameter have
 * `initiator_value: null`, because published clients require the key (contract 8.16).
 */
export function readEvent(value: unknown): LegacyEvent | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, ...given } = value as Record<string, unknown>
  if (typeof name !== 'string') return undefined
  const [bare = '', domain] = name.split('.').reverse()
  if (!Object.hasOwn(LEGACY_EVENTS, bare)) return undefined
  const known = LEGACY_EVENTS[bare as LegacyEventName]
  if (name !== bare && name !== `${known.domain}.${bare}`) return undefined
  if (domain !== undefined && domain !== known.domain) return undefined
  const { parameter } = known
  if (parameter === null) return { name: bare as LegacyEventName, initiator_value: null }
  // The official PHP client sends course_id.
  const argument = parameter === 'sequence_id' ? (given.sequence_id ?? given.course_id) : given[parameter]
  const read = parameter === 'initiator_value' ? textOf(argument) : idOf(argument)
  return read === undefined ? undefined : { name: bare as LegacyEventName, [parameter]: read }
}

const idOf = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return Number.isInteger(id) && (id as number) > 0 && (id as number) <= 2_147_483_647 ? (id as number) : undefined
}
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 2000 ? value.trim() : undefined

export interface StoredEvent {
  id: number
  type: string
  data: StoredData
}

/** Objects of an event. Each type has some. */
interface StoredData {
  /** Without a creation time after an erasure. */
  subscriber?: { created_at?: string } & Record<string, unknown>
  form?: { id: number }
  sequence?: { id: number }
  tag?: { id: number }
  product?: { id: number }
  link?: { url: string }
  custom_field?: { id: number; name: string; key: string; label: string }
  purchase?: Record<string, unknown>
}

/** Returns whether the event concerns the webhook's object. */
export function legacyMatches(webhook: Record<string, unknown>, { data }: StoredEvent): boolean {
  const subject: Record<string, unknown> = {
    form_id: data.form?.id,
    sequence_id: data.sequence?.id,
    tag_id: data.tag?.id,
    product_id: data.product?.id,
    custom_field_id: data.custom_field?.id,
    initiator_value: data.link?.url,
  }
  const { name: _, ...parameters } = webhook
  return Object.entries(parameters).every(([parameter, value]) => value === null || subject[parameter] === value)
}

/** Returns the body for a legacy webhook: the object without an envelope. `event` is one event as in bodies of endpoints. */
export function legacyBody(event: string): string {
  const { type, data } = JSON.parse(event) as StoredEvent
  const { subscriber, custom_field, purchase } = data
  const { domain } = LEGACY_EVENTS[legacyNameOf(type) ?? 'subscriber_activate']
  if (domain === 'purchase') return JSON.stringify(purchase)
  // Subscriber times have milliseconds here, as in v3. Erased subscribers have none.
  const created_at = subscriber?.created_at?.replace('Z', '.000Z') ?? null
  const body = subscriber ? { subscriber: { ...subscriber, created_at } } : {}
  if (domain !== 'custom_field' || !custom_field) return JSON.stringify(body)
  const { id, name, key, label } = custom_field
  return JSON.stringify({ custom_field: { id, name, key, label }, ...body })
}
