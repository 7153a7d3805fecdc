import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import type { NamedKind } from './words'

/** Properties of triggers, steps and conditions that contain IDs. */
const KINDS: Record<string, Exclude<NamedKind, 'email'>> = {
  tag_id: 'tag',
  form_id: 'form',
  custom_field_id: 'field',
  subscriber_custom_field_id: 'field',
  sequence_id: 'sequence',
  segment_id: 'segment',
  product_id: 'product',
  automation_id: 'automation',
  plugin_id: 'plugin',
  user_ids: 'member',
  // Property of a tag condition.
  matching: 'tag',
}

export type NamedIds = Partial<Record<Exclude<NamedKind, 'email'>, number[]>>

/**
 * Returns the IDs used by triggers and steps, by kind and in ascending order. Emails are omitted, because they are loaded with the
 * automation.
 */
export function namedIds({ triggers, steps }: Pick<Graph, 'triggers' | 'steps'>): NamedIds {
  const idsOf = new Map<Exclude<NamedKind, 'email'>, Set<number>>()
  const add = (kind: Exclude<NamedKind, 'email'>, id: unknown) => {
    if (typeof id === 'number' && id > 0) idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(id))
  }
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const kind = KINDS[key]
      // A plugin's settings may use these names for other values.
      if (key === 'settings') continue
      if (kind) for (const id of Array.isArray(member) ? member : [member]) add(kind, id)
      else walk(member)
    }
  }
  walk(triggers)
  walk(steps)
  for (const step of steps)
    if (step.kind === 'split' && step.by.type === 'tag')
      for (const { value } of step.branches) add('tag', Number(value))
  return Object.fromEntries([...idsOf].map(([kind, ids]) => [kind, [...ids].sort((one, other) => one - other)]))
}
