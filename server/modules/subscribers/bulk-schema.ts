import { z } from 'zod'
import { LooseId, named } from '../../core/wire.ts'
import { parseEmailAddress } from '../../lib/text/email-address.ts'
import { FieldValue, State, SubscriberInput } from './schema.ts'

/** A subscriber of a bulk request. Values of custom fields have their own route. */
export const BulkSubscriberInput = SubscriberInput.omit({ fields: true })
export type BulkSubscriberInput = z.infer<typeof BulkSubscriberInput>

const text = z.string().nullable()

/** A failed subscriber. An invalid address or state is null. */
export const SubscriberEcho = z.object({
  first_name: text,
  email_address: text,
  state: State.nullable(),
  created_at: z.null(),
})
export type SubscriberEcho = z.infer<typeof SubscriberEcho>

export function echoSubscriber({ first_name, email_address, state }: Record<string, unknown>): SubscriberEcho {
  return {
    first_name: typeof first_name === 'string' ? first_name : null,
    email_address: typeof email_address === 'string' ? (parseEmailAddress(email_address) ?? null) : null,
    state: State.safeParse(state ?? 'active').data ?? null,
    created_at: null,
  }
}

/** A value for one subscriber. Null and '' clear it. */
export const FieldValueInput = z.object({
  subscriber_id: LooseId,
  subscriber_custom_field_id: LooseId,
  value: FieldValue.optional().transform((value) => value ?? null),
})
export type FieldValueInput = z.infer<typeof FieldValueInput>

/** In failures, an unknown subscriber is null, and the field is shown as sent (contract 8.6). */
export const SetFieldValue = named('SetFieldValue', {
  subscriber_id: LooseId,
  subscriber_custom_field_id: LooseId,
  value: text,
})
export type SetFieldValue = z.infer<typeof SetFieldValue>

export const echoFieldValue = ({ value, ...ids }: Record<string, unknown>): SetFieldValue => ({
  ...SetFieldValue.omit({ value: true }).parse(ids),
  value: typeof value === 'object' || value === undefined ? null : String(value),
})
