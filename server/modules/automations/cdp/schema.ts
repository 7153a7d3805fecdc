import { z } from 'zod'
import { Flag, Id, storable } from '../../../core/wire.ts'
import { customFieldKey } from '../../../lib/text/slug.ts'
import { FieldValue, FirstName, MAX_FIELDS } from '../../subscribers/schema.ts'
import { EventId, EventName, EventProperties, OccurredAt } from '../schema.ts'

// Messages of customer data platforms, in the shape of Segment's HTTP API (contract 21.12).

export const MESSAGE_TYPES = ['identify', 'track', 'alias', 'group', 'page', 'screen'] as const

/** Most messages of a batch: 1 MB of small ones. */
const MAX_MESSAGES = 5_000

export const CdpQuery = z.object({
  create: Flag.optional(),
  form_id: Id.optional(),
})

export const CdpBatch = z.object({
  batch: z
    .array(z.unknown(), { error: 'batch must be an array' })
    .max(MAX_MESSAGES, `batch must contain at most ${MAX_MESSAGES.toLocaleString('en-US')} messages`),
})

/** A message alone. It is validated as one of a batch. */
export const CdpMessage = z.object({
  userId: z.unknown().optional(),
  anonymousId: z.unknown().optional(),
  previousId: z.unknown().optional(),
  messageId: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  event: z.unknown().optional(),
  properties: z.unknown().optional(),
  traits: z.unknown().optional(),
  context: z.unknown().optional(),
})

export interface CdpInput extends z.infer<typeof CdpQuery> {
  batch: readonly unknown[]
}

export const CdpResult = z.object({
  success: z.literal(true),
  recorded: z.int(),
  unknown: z.int(),
  created: z.int(),
  repeated: z.int(),
  invalid: z.int(),
  /** Problems of the first invalid messages. */
  errors: z.array(z.string()).optional(),
})
export type CdpResult = z.infer<typeof CdpResult>

const ExternalId = z
  .union([z.string(), z.number()], { error: 'must be a string' })
  .transform((id) => storable(String(id)).trim())
  .pipe(z.string().max(200, 'must be at most 200 characters'))
  .transform((id) => id || null)
  .nullish()

/** The names under which a field may have the trait `lastName`: `lastname` and `last_name`. */
const keysOf = (trait: string) => [customFieldKey(trait), customFieldKey(trait.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_'))]

/** Traits that fit the first name or a custom field, whose value is no object or list. */
const Traits = z
  .record(z.string(), z.unknown())
  .transform(({ email, firstName, first_name = firstName, ...others }) => {
    const fields = Object.entries(others)
      .map(([trait, value]) => [trait, FieldValue.safeParse(value)] as const)
      .filter(([, { success }]) => success)
      .slice(0, MAX_FIELDS)
      .flatMap(([trait, { data = null }]) => keysOf(trait).map((key) => [key, data] as const))
    return {
      email: typeof email === 'string' ? email : undefined,
      first_name: FirstName.safeParse(first_name).data,
      fields: Object.fromEntries(fields),
    }
  })
  .nullish()
export type Traits = NonNullable<z.infer<typeof Traits>>

const Sender = z.object({
  userId: ExternalId,
  anonymousId: ExternalId,
  context: z.object({ traits: z.object({ email: z.string().optional().catch(undefined) }).nullish() }).nullish(),
})

export const Identify = Sender.extend({ traits: Traits })

export const Alias = Sender.extend({ previousId: ExternalId })

/** The name by which automations know an event such as "Order Completed": `order_completed`. */
const nameOf = (event: string): string =>
  event.slice(0, 500).split('.').map(customFieldKey).filter(Boolean).join('.').slice(0, 64)

export const Track = Sender.extend({
  event: z.string({ error: 'must be a string' }).transform(nameOf).pipe(EventName),
  messageId: EventId.nullish(),
  timestamp: OccurredAt.nullish(),
  properties: EventProperties.nullish(),
})
