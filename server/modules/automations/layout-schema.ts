import { exitsOf, type Graph } from './graph-schema.ts'

// Where an automation's triggers and steps are drawn, from top to bottom. Pure and deterministic: the canvas arranges steps with it, and
// the pictures of templates are drawn from it.

export interface LaidOut {
  /** Top left corners, in columns and rows. No two nodes share a place. */
  nodes: { id: string; kind: 'trigger' | 'step'; column: number; row: number }[]
  /** `exit` null: from a trigger. */
  edges: { from: string; to: string; exit: string | null }[]
  columns: number
  rows: number
}

/**
 * Returns a place for each trigger and step. A step is below all that lead to it, except along ways back. Branches stand side by side.
 * Steps that nothing leads to stand right of the others.
 */
export function layOut(graph: Graph): LaidOut {
  const steps = new Map(graph.steps.map((step) => [step.id, step]))
  const exits = new Map(
    graph.steps.map((step) => [
      step.id,
      exitsOf(step).flatMap(({ exit, next }) => (next !== null && steps.has(next) ? [{ exit, next }] : [])),
    ]),
  )
  const roots = rootsOf(graph, exits)
  const { children, order, backward } = walk(roots, exits)
  const rows = rowsOf(order, exits, backward)
  const columns = columnsOf(roots, children)
  const has_first = graph.first !== null && steps.has(graph.first)
  const first = has_first && graph.first !== null ? (columns.get(graph.first) ?? 0) : 0
  const left = first - (graph.triggers.length - 1) / 2
  const shift = Math.max(0, -left)
  const offset = graph.triggers.length > 0 ? 1 : 0
  const nodes: LaidOut['nodes'] = [
    ...graph.triggers.map(({ id }, i) => ({ id, kind: 'trigger' as const, column: left + shift + i, row: 0 })),
    ...order.map((id) => ({
      id,
      kind: 'step' as const,
      column: (columns.get(id) ?? 0) + shift,
      row: (rows.get(id) ?? 0) + offset,
    })),
  ]
  return {
    nodes,
    edges: [
      ...(has_first && graph.first !== null ? edgesTo(graph.first, graph) : []),
      ...order.flatMap((id) => (exits.get(id) ?? []).map(({ exit, next }) => ({ from: id, to: next, exit }))),
    ],
    columns: Math.max(0, ...nodes.map(({ column }) => column + 1)),
    rows: Math.max(0, ...nodes.map(({ row }) => row + 1)),
  }
}

type Exits = Map<string, { exit: string; next: string }[]>

const edgesTo = (first: string, { triggers }: Graph) => triggers.map(({ id }) => ({ from: id, to: first, exit: null }))

/** The first step, then the first of each part that it does not lead to. */
function rootsOf({ first, steps }: Graph, exits: Exits): string[] {
  const led_to = new Set([...exits.values()].flat().map(({ next }) => next))
  const candidates = [
    ...steps.filter(({ id }) => id === first),
    ...steps.filter(({ id }) => !led_to.has(id)),
    // Steps of a circle lead to each other only.
    ...steps,
  ].map(({ id }) => id)
  const seen = new Set<string>()
  return candidates.filter((root) => {
    if (seen.has(root)) return false
    const open = [root]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      open.push(...(exits.get(id) ?? []).map(({ next }) => next))
    }
    return true
  })
}

/** Visits every step once: the steps first reached from each, all in an order in which only ways back lead to earlier ones. */
function walk(roots: readonly string[], exits: Exits) {
  const children = new Map<string, string[]>()
  const backward = new Set<string>()
  const finished: string[] = []
  const open = new Set<string>()
  const visit = (id: string) => {
    const own: string[] = []
    children.set(id, own)
    open.add(id)
    for (const { next } of exits.get(id) ?? []) {
      if (open.has(next)) backward.add(`${id} ${next}`)
      if (children.has(next)) continue
      own.push(next)
      visit(next)
    }
    open.delete(id)
    finished.push(id)
  }
  for (const root of roots) if (!children.has(root)) visit(root)
  return { children, backward, order: finished.reverse() }
}

/** The longest way from a root. */
function rowsOf(order: readonly string[], exits: Exits, backward: ReadonlySet<string>): Map<string, number> {
  const rows = new Map<string, number>()
  for (const id of order) {
    const row = rows.get(id) ?? 0
    rows.set(id, row)
    for (const { next } of exits.get(id) ?? [])
      if (!backward.has(`${id} ${next}`)) rows.set(next, Math.max(rows.get(next) ?? 0, row + 1))
  }
  return rows
}

/** Each last step has a column of its own; the others stand in the middle above those they lead to. */
function columnsOf(roots: readonly string[], children: ReadonlyMap<string, string[]>): Map<string, number> {
  const columns = new Map<string, number>()
  let free = 0
  const place = (id: string): number => {
    const own = (children.get(id) ?? []).map(place)
    const column = own.length === 0 ? free++ : ((own[0] ?? 0) + (own.at(-1) ?? 0)) / 2
    columns.set(id, column)
    return column
  }
  for (const root of roots) if (!columns.has(root)) place(root)
  return columns
}
