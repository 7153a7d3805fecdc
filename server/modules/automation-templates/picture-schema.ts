import { z } from 'zod'
import type { Graph, Step } from '../automations/graph-schema.ts'
import { layOut } from '../automations/layout-schema.ts'

// The preview picture of a template: places and fixed words only, so nothing that its developer wrote is drawn. The picture of a large
// automation ends after the first rows.

const MAX_ROWS = 40
const MAX_BOXES = 120

export const PICTURED = ['trigger', 'email', 'action', 'app', 'wait', 'branch', 'goal', 'end'] as const
export type Pictured = (typeof PICTURED)[number]

const place = z.number().min(0).max(1_000)

export const Picture = z.object({
  columns: place,
  rows: place,
  boxes: z
    .array(z.object({ kind: z.enum(PICTURED), label: z.string().max(30), column: place, row: place }))
    .max(MAX_BOXES),
  /** Indexes of boxes. */
  lines: z.array(z.tuple([z.int().min(0).max(MAX_BOXES), z.int().min(0).max(MAX_BOXES)])).max(1_000),
  /** Steps that are not drawn. */
  more: z.int().min(0),
})
export type Picture = z.infer<typeof Picture>

/** Returns the picture of an automation. */
export function pictureOf(graph: Graph): Picture {
  const layout = layOut(graph)
  const steps = new Map(graph.steps.map((step) => [step.id, step]))
  const drawn = layout.nodes
    .filter(({ row }) => row < MAX_ROWS)
    .sort((one, other) => one.row - other.row || one.column - other.column)
    .slice(0, MAX_BOXES)
  const numbers = new Map(drawn.map(({ kind, id }, i) => [`${kind} ${id}`, i]))
  const boxes = drawn.map(({ kind, id, column, row }) => {
    const step = steps.get(id)
    return { ...(kind === 'trigger' || !step ? TRIGGER : look(step)), column, row }
  })
  return {
    boxes,
    columns: Math.max(0, ...boxes.map(({ column }) => column + 1)),
    rows: Math.max(0, ...boxes.map(({ row }) => row + 1)),
    lines: layout.edges
      .flatMap(({ from, to, exit }): [number, number][] => {
        const start = numbers.get(`${exit === null ? 'trigger' : 'step'} ${from}`)
        const end = numbers.get(`step ${to}`)
        return start === undefined || end === undefined ? [] : [[start, end]]
      })
      .slice(0, 1_000),
    more: layout.nodes.length - boxes.length,
  }
}

const TRIGGER = { kind: 'trigger', label: 'Trigger' } as const

function look(step: Step): { kind: Pictured; label: string } {
  switch (step.kind) {
    case 'wait':
      return { kind: 'wait', label: 'Wait' }
    case 'wait_for_event':
      return { kind: 'wait', label: 'Wait for event' }
    case 'condition':
      return { kind: 'branch', label: 'Condition' }
    case 'split':
      return { kind: 'branch', label: 'Split' }
    case 'random_split':
      return { kind: 'branch', label: 'A/B split' }
    case 'goal':
      return { kind: 'goal', label: 'Goal' }
    case 'end':
      return { kind: 'end', label: 'End' }
    default:
      return ACTIONS[step.action.type]
  }
}

const ACTIONS = {
  add_tag: { kind: 'action', label: 'Add tag' },
  remove_tag: { kind: 'action', label: 'Remove tag' },
  add_to_sequence: { kind: 'action', label: 'Add to sequence' },
  remove_from_sequence: { kind: 'action', label: 'Remove from sequence' },
  set_field: { kind: 'action', label: 'Set field' },
  send_email: { kind: 'email', label: 'Send email' },
  unsubscribe: { kind: 'action', label: 'Unsubscribe' },
  notify_team: { kind: 'action', label: 'Notify team' },
  app_action: { kind: 'app', label: 'App action' },
  start_automation: { kind: 'action', label: 'Start automation' },
} as const
