import { LiquidError } from '../../../mail/liquid/error.ts'
import { subscriberVariables, type TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { renderLiquid } from '../../../mail/liquid/template.ts'
import { loadDefinitions } from '../../custom-fields/definitions.ts'
import { type FieldFormat, readFieldValue } from '../../custom-fields/field-types-schema.ts'
import { FieldValue } from '../../subscribers/schema.ts'
import { changeSubscribers, lockRows } from '../../subscribers/write/change.ts'
import { type Effect, failAll, type Outcomes, subscribersOf } from './outcome.ts'
import { readTemplateSubscribers, usesTags } from './subscribers.ts'

const DELETED = 'The custom field of this step was deleted. Choose another one and publish the automation.'

/** Sets a field to a Liquid value rendered for each subscriber. An empty value clears it. */
export const setField: Effect<'set_field'> = async (tx, set, { custom_field_id, value }) => {
  const { fields } = await loadDefinitions(tx)
  const field = fields.find(({ id }) => id === custom_field_id)
  if (!field) return failAll(set, DELETED, { retry: false })
  const slots = Object.fromEntries(fields.map(({ key, slot }) => [key, slot]))
  const account = await tx.db.account.findFirstOrThrow({ where: {}, select: { name: true, time_zone: true } })
  let subscribers: TemplateSubscriber[]
  try {
    const with_tags = usesTags(value)
    const ids = subscribersOf(set)
    // Lock before reading, so a computed value never starts from an old one.
    await lockRows(tx, 'id', ids)
    subscribers = await readTemplateSubscribers(tx, ids, { with_tags })
  } catch (error) {
    if (error instanceof LiquidError) return failAll(set, problemOf(error), { retry: false })
    throw error
  }
  const rendered = new Map(
    subscribers.map((row) => {
      const result = renderValue(value, { subscriber: subscriberVariables(row, slots), account })
      return [row.id, 'problem' in result ? result : { value: byType(field, result.value) }]
    }),
  )
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

/** Renders the Liquid value, or returns the error. */
export function renderValue(
  source: string,
  variables: Record<string, unknown>,
): { value: string | null } | { problem: string } {
  try {
    const value = FieldValue.safeParse(renderLiquid(source, 'text', variables))
    return value.success ? { value: value.data } : { problem: 'The value is too long for a custom field.' }
  } catch (error) {
    if (error instanceof LiquidError) return { problem: problemOf(error) }
    throw error
  }
}

/** Keeps a value that does not fit the field's type, as the API does: changing the type later must not stop automations. */
function byType(field: FieldFormat, value: string | null): string | null {
  const read = value === null ? undefined : readFieldValue(field, value)
  return read && 'value' in read ? read.value : value
}

const problemOf = ({ line, message }: LiquidError) => `The value has a Liquid error in line ${line}: ${message}.`

const MAX_SHOWN = 200
/** The trace keeps only the beginning of a long value. */
const shown = (value: string | null) => (value && value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value)
