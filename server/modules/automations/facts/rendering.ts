import type { Tx } from '../../../core/write/write.ts'
import { subscriberVariables, type TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import type { History } from '../dry-run/history.ts'
import type { Plan } from '../dry-run/plan.ts'
import { renderValue } from '../effects/field.ts'
import { readTemplateSubscribers, usesTags } from '../effects/subscribers.ts'

/** Returns a function that renders a `set_field` value for a subscriber with given field values. */
export async function prepareRendering(
  ctx: Tx,
  { graph }: Plan,
  ids: readonly number[],
  fields: readonly { id: number; key: string; slot: string }[],
): Promise<(subscriber_id: number) => History['render']> {
  const values = graph.steps.flatMap((step) =>
    step.kind === 'action' && step.action.type === 'set_field' ? step.action.value : [],
  )
  if (values.length === 0) return () => () => ({ value: null })
  const account = await ctx.db.account.findFirstOrThrow({ where: {}, select: { name: true } })
  const rows = await readTemplateSubscribers(ctx, ids, { with_tags: values.some(mayUseTags) })
  const subscribers = new Map(rows.map((row) => [row.id, row]))
  const slots = Object.fromEntries(fields.map(({ key, slot }) => [key, slot]))
  const withFields = (row: TemplateSubscriber, changed: ReadonlyMap<number, string | null>) => {
    const stored = { ...row.fields }
    for (const { id, slot } of fields) stored[slot] = changed.get(id) ?? null
    return { subscriber: subscriberVariables({ ...row, fields: stored }, slots), account }
  }
  return (subscriber_id) => (value, changed) => {
    const row = subscribers.get(subscriber_id)
    return row ? renderValue(value, withFields(row, changed)) : { value: null }
  }
}

/** A broken template holds its run at the step. */
function mayUseTags(value: string): boolean {
  try {
    return usesTags(value)
  } catch {
    return false
  }
}
