import type { Tx } from '../../../core/write/write.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import { subscriberVariables, type TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { renderLiquid } from '../../../mail/liquid/template.ts'
import { type FieldDefinition, loadDefinitions } from '../../custom-fields/definitions.ts'
import { type FieldFormat, readFieldValue } from '../../custom-fields/field-types-schema.ts'
import { FieldValue } from '../../subscribers/schema.ts'
import { changeSubscribers, lockRows } from '../../subscribers/write/change.ts'
import { type Effect, type EffectAction, failAll, type Outcomes, subscribersOf } from './outcome.ts'
import { addEvents, readTemplateSubscribers, usesOf } from './subscribers.ts'

const DELETED = 'The custom field of this step was deleted. Choose another one and publish the automation.'

/** Sets a field to a Liquid value rendered for each subscriber. An empty value clears it. */
export const setField: Effect<'set_field'> = async (tx, set, { custom_field_id, value }) => {
  const { fields } = await loadDefinitions(tx)
  const field = fields.find(({ id }) => id === custom_field_id)
  if (!field) return failAll(set, DELETED, { retry: false })
  const render = await fieldRenderer(tx, fields)
  let subscribers: TemplateSubscriber[]
  try {
    const uses = usesOf(value)
    const ids = subscribersOf(set)
    // Lock before reading, so a computed value never starts from an old one.
    await lockRows(tx, 'id', ids)
    subscribers = await readTemplateSubscribers(tx, ids, { with_tags: uses.tags })
    if (uses.event) await addEvents(tx, set, subscribers)
  } catch (error) {
    if (error instanceof LiquidError) return failAll(set, problemOf(error), { retry: false })
    throw error
  }
  const rendered = new Map(subscribers.map((row) => [row.id, render({ custom_field_id, value }, row)]))
  const changes = [...rendered].flatMap(([id, result]) =>
    'problem' in result ? [] : [{ id, fields: { [field.key]: result.value } }],
  )
  await changeSubscribers(tx, { changes })
  const outcomes: Outcomes = new Map()
  for (const { run_id, subscriber_id } of set.runs) {
    const result = rendered.get(subscriber_id)
    if (!result) continue
    outcomes.set(
      run_id,
      'problem' in result
        ? { passed: false, problem: result.problem, retry: true }
        : { passed: true, data: { value: shown(result.value) } },
    )
  }
  return outcomes
}

export type SetField = Pick<EffectAction<'set_field'>, 'custom_field_id' | 'value'>
export type RenderedField = { value: string | null } | { problem: string }

/** Returns a function that renders the Liquid value of a field for a subscriber, as the field's type stores it, or returns the error. */
export async function fieldRenderer(
  tx: Tx,
  fields: readonly FieldDefinition[],
): Promise<(action: SetField, subscriber: TemplateSubscriber) => RenderedField> {
  const account = await tx.db.account.findFirstOrThrow({ where: {}, select: { name: true, time_zone: true } })
  const slots = Object.fromEntries(fields.map(({ key, slot }) => [key, slot]))
  const formats = new Map(fields.map((field) => [field.id, field]))
  return ({ custom_field_id, value: source }, subscriber) => {
    try {
      const variables = { subscriber: subscriberVariables(subscriber, slots), account, event: subscriber.event }
      const value = FieldValue.safeParse(renderLiquid(source, 'text', variables))
      if (!value.success) return { problem: 'The value is too long for a custom field.' }
      return { value: byType(formats.get(custom_field_id), value.data) }
    } catch (error) {
      if (error instanceof LiquidError) return { problem: problemOf(error) }
      throw error
    }
  }
}

/** Keeps a value that does not fit the field's type, as the API does: changing the type later must not stop automations. */
function byType(field: FieldFormat | undefined, value: string | null): string | null {
  const read = field && value !== null ? readFieldValue(field, value) : undefined
  return read && 'value' in read ? read.value : value
}

const problemOf = ({ line, message }: LiquidError) => `The value has a Liquid error in line ${line}: ${message}.`

const MAX_SHOWN = 200
/** The trace keeps only the beginning of a long value. */
export const shown = (value: string | null) =>
  value && value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
