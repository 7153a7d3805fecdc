/** A subscriber's data that templates can use. */
export interface TemplateSubscriber {
  id: number
  email_address: string
  first_name: string | null
  /** Maps a slot to its value. */
  fields: Record<string, string | null>
  tracking_disabled: boolean
  city: string | null
  region: string | null
  country: string | null
  tags?: string[]
  /** The segments in the email's conditions to which the subscriber belongs. */
  segments?: string[]
  /** Properties of the event by which the subscriber entered or moved in an automation. */
  event?: Readonly<Record<string, unknown>> | undefined
}

/** Variables of every subscriber. Custom fields cannot have these names. */
export const BUILT_IN_FIELDS: readonly string[] = ['id', 'email_address', 'first_name', 'tags']

/** Returns variables with custom fields by key. They override the location of a subscriber, and built-in fields override them. */
export function subscriberVariables(
  subscriber: TemplateSubscriber,
  slots: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const { id, email_address, first_name, city, region, country, tags, segments } = subscriber
  const variables: Record<string, unknown> = { city, region, country }
  for (const key in slots) variables[key] = subscriber.fields[slots[key] ?? ''] ?? null
  const built_in = { id, email_address, first_name, tags: tags ?? [] }
  // An account may have a field called `segments`, which emails without such a condition print.
  return Object.assign(variables, built_in, segments ? { segments } : {})
}
