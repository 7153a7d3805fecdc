import { expect, test } from 'vitest'
import { Graph } from '@/server/modules/automations/graph-schema.ts'
import { referencesOf } from '@/server/modules/automations/publishing/objects.ts'
import { namedIds } from './named-ids'

const action = (id: string, does: object) => ({ id, kind: 'action', action: does })

test('names are requested for every ID that publishing checks, once each', () => {
  const graph = Graph.parse({
    triggers: [
      { id: 't1', on: { type: 'form_joined', form_id: 1 } },
      { id: 't2', on: { type: 'purchased' } },
      { id: 't3', on: { type: 'segment_entered', segment_id: 2 } },
      { id: 't4', on: { type: 'app_event', plugin_id: 3, settings: { tag_id: 99 } } },
    ],
    steps: [
      action('a', { type: 'add_tag', tag_id: 4 }),
      action('b', { type: 'set_field', custom_field_id: 5, value: '' }),
      action('c', { type: 'add_to_sequence', sequence_id: 6 }),
      action('d', { type: 'notify_team', user_ids: [8, 7], message: 'Hello' }),
      action('e', { type: 'start_automation', automation_id: 9 }),
      { id: 'f', kind: 'goal', name: 'Bought', events: [{ type: 'purchased', product_id: 10 }] },
      {
        id: 'g',
        kind: 'condition',
        filter: {
          all: [
            { type: 'tags', any: [{ type: 'ids', matching: [11, 4] }] },
            { type: 'custom_field', subscriber_custom_field_id: 12, comparison: 'has_value' },
          ],
        },
      },
      { id: 'h', kind: 'split', by: { type: 'tag' }, branches: [{ id: 'x', label: 'VIP', value: '13' }] },
    ],
  })
  const asked = Object.entries(namedIds(graph)).flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`))
  const checked = new Set(referencesOf(graph).map(({ kind, id }) => `${kind} ${id}`))
  expect(asked.sort()).toEqual([...checked].sort())
})
