import { z } from 'zod'
import { GAP, STEP } from '../../lib/flow-layout/boxes.ts'
import { layOut } from '../../lib/flow-layout/layout.ts'
import { flowOf } from '../automations/flow-schema.ts'
import type { Graph, Step } from '../automations/graph-schema.ts'

// Preview image of a template: positions of its steps, with the beginnings of their texts. The image of a large automation ends after the
// first rows.

const MAX_ROWS = 40
const MAX_BOXES = 120
/** Characters that fit into a box. */
const MAX_LABEL = 26

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
  /** Number of steps that are not drawn. */
  more: z.int().min(0),
})
export type Picture = z.infer<typeof Picture>

interface Placed {
  /** Null: a trigger. */
  step: Step | null
  id: string
  column: number
  row: number
}

/** Text of a trigger or step (outline.ts). */
type Line = { id: string; kind: string; text: string }

/** Returns the image of an automation: its steps at their positions on the canvas, below a row of its triggers. */
export function pictureOf(graph: Graph, outline: readonly Line[] = []): Picture {
  const texts = new Map(outline.map(({ id, kind, text }) => [`${kind === 'trigger' ? kind : 'step'} ${id}`, text]))
  const places = placesOf(graph)
  const drawn = places.filter(({ row }) => row < MAX_ROWS).slice(0, MAX_BOXES)
  const numbers = new Map(drawn.map(({ step, id }, i) => [`${step ? 'step' : 'trigger'} ${id}`, i]))
  const boxes = drawn.map(({ step, id, column, row }) => {
    const { kind, label } = step ? look(step) : TRIGGER
    return { kind, label: shortened(texts.get(`${step ? 'step' : 'trigger'} ${id}`)) ?? label, column, row }
  })
  const line = (from: string, to: string | null): [number, number][] => {
    const [start, end] = [numbers.get(from), numbers.get(`step ${to}`)]
    return start === undefined || end === undefined ? [] : [[start, end]]
  }
  return {
    boxes,
    columns: Math.max(0, ...boxes.map(({ column }) => column + 1)),
    rows: Math.max(0, ...boxes.map(({ row }) => row + 1)),
    lines: [
      ...graph.triggers.flatMap(({ id }) => line(`trigger ${id}`, graph.first)),
      ...flowOf(graph).steps.flatMap(({ id, exits }) => exits.flatMap(({ next }) => line(`step ${id}`, next))),
    ].slice(0, 1_000),
    more: places.length - boxes.length,
  }
}

/** Keeps the subject of an email alone, because its color says that it is sent. */
function shortened(text: string | undefined): string | undefined {
  const [, subject] = /^Send the email “(.*)”$/s.exec(text ?? '') ?? []
  const whole = subject ?? text
  return whole && whole.length > MAX_LABEL ? `${whole.slice(0, MAX_LABEL - 1).trimEnd()}…` : whole
}

/** Returns the triggers, then the steps from top to bottom. No two have the same position. */
export function placesOf({ triggers, ...graph }: Graph): Placed[] {
  const { steps: boxes, triggers: start } = layOut(flowOf(graph), STEP.height)
  const by_id = new Map(graph.steps.map((step) => [step.id, step]))
  const heights = [...new Set([...boxes.values()].map(({ y }) => y))].sort((one, other) => one - other)
  const rows = new Map(heights.map((y, i) => [y, i + (triggers.length > 0 ? 1 : 0)]))
  const columnOf = ({ x }: { x: number }) => x / (STEP.width + GAP.x)
  const left = columnOf(start) - (triggers.length - 1) / 2
  const places = [
    ...triggers.map(({ id }, i): Placed => ({ step: null, id, column: left + i, row: 0 })),
    ...[...boxes].map(
      ([id, box]): Placed => ({ step: by_id.get(id) ?? null, id, column: columnOf(box), row: rows.get(box.y) ?? 0 }),
    ),
  ].sort((one, other) => one.row - other.row || one.column - other.column)
  const first = Math.min(0, ...places.map(({ column }) => column))
  return places.map((one) => ({ ...one, column: Math.round((one.column - first) * 100) / 100 }))
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
