import { CHANNEL, END, FORK, GAP, type Layout, type Point, STEP, wayKey } from './boxes.ts'
import { type Dominators, dominatorsOf, isForward } from './dominators.ts'
import { type Flow, type FlowStep, reachable, type Slot, START } from './flow.ts'
import { waysOf } from './ways.ts'

// Computes the position of each step, top down: branches side by side, steps where they join again below all branches, and ways back on the
// right. Nothing is stored, so a flow always looks the same.

/** A part of the drawing, measured from its own top; `axis` is the x position of the way into it. */
interface Part {
  width: number
  height: number
  axis: number
  steps: [string, Point][]
  ends: [string, Point][]
  /** The x position where ways to steps further down leave the part. */
  columns: [string, number][]
  /** The right edge of the part, for each step that ways lead back to. */
  channels: [string, number][]
}

/** Lays out the flow below its triggers, and unreachable steps below the flow. */
export function layOut(flow: Flow, triggers_height: number): Layout {
  const byId = new Map(flow.steps.map((step) => [step.id, step]))
  const roots = rootsOf(flow)
  const tree = dominatorsOf(byId, roots)
  const main = flow.first !== null && byId.has(flow.first) ? partOf(flow.first, { byId, tree }) : emptyPart()
  const lost = roots.filter((id) => id !== flow.first).map((id) => partOf(id, { byId, tree }))
  const top = triggers_height + GAP.y
  const width = Math.max(STEP.width, main.width)
  const parts: { part: Part; at: Point }[] = [{ part: main, at: { x: (width - main.width) / 2, y: top } }]
  let x = width + GAP.x * 2
  for (const part of lost) {
    parts.push({ part, at: { x, y: top } })
    x += part.width + GAP.x
  }
  const axis = (width - main.width) / 2 + main.axis
  const layout: Layout = {
    triggers: { x: axis - STEP.width / 2, y: 0, width: STEP.width, height: triggers_height },
    steps: new Map(),
    ends: new Map(),
    ways: [],
    width: lost.length > 0 ? x - GAP.x : width,
    height: top + Math.max(...parts.map(({ part }) => part.height)),
  }
  const columns = new Map<string, number>()
  const channels = new Map<string, number>()
  for (const { part, at } of parts) {
    for (const [id, point] of part.steps) layout.steps.set(id, { x: at.x + point.x, y: at.y + point.y, ...STEP })
    for (const [key, point] of part.ends) layout.ends.set(key, { x: at.x + point.x, y: at.y + point.y, ...END })
    for (const [key, column] of part.columns) columns.set(key, at.x + column)
    for (const [key, right] of part.channels) channels.set(key, at.x + right)
  }
  if (flow.first === null) layout.ends.set(wayKey(START), { x: axis - END.width / 2, y: top, ...END })
  layout.ways = waysOf(flow, { layout, columns, channels, tree })
  return layout
}

/** Returns the first step, then unreachable steps, each before the steps that it leads to. */
function rootsOf(flow: Flow): string[] {
  const roots = flow.first === null ? [] : [flow.first]
  const reached_ids = reachable(flow)
  const targets = new Set(flow.steps.flatMap((step) => step.exits.map(({ next }) => next)))
  for (const isEntry of [true, false]) {
    for (const { id } of flow.steps) {
      if (reached_ids.has(id) || (isEntry && targets.has(id))) continue
      roots.push(id)
      for (const found of reachable(flow, id)) reached_ids.add(found)
    }
  }
  return roots
}

interface Known {
  byId: Map<string, FlowStep>
  tree: Dominators
}

const emptyPart = (): Part => ({
  ...END,
  axis: END.width / 2,
  steps: [],
  ends: [],
  columns: [],
  channels: [],
})

/** Lays out a step with everything reached only through it. */
function partOf(id: string, flow_data: Known): Part {
  const step = flow_data.byId.get(id)
  const part: Part = { ...emptyPart(), ...STEP, axis: STEP.width / 2, steps: [[id, { x: 0, y: 0 }]] }
  if (!step) return part
  const inner = flow_data.tree.children.get(id) ?? []
  const { exits } = step
  const heads = new Set<string>()
  const branches = exits.map(({ exit, next }) => {
    const isHead =
      next !== null &&
      inner.includes(next) &&
      flow_data.tree.entries.get(next) === 1 &&
      isForward(flow_data.tree, id, next)
    if (!isHead || next === null) return columnOf({ from: id, exit }, next)
    heads.add(next)
    return partOf(next, flow_data)
  })
  const only = exits.length === 1 && branches[0]
  if (only) addBelow(part, only, STEP.height + (only.height > 0 ? GAP.y : 0))
  else if (branches.length > 0) addBeside(part, branches)
  for (const join of inner.filter((one) => !heads.has(one)))
    addBelow(part, partOf(join, flow_data), part.height + GAP.y)
  return withChannels(part, { id, known: flow_data })
}

/** Lays out a way that ends here or leads to a step further down. */
function columnOf(slot: Slot, next: string | null): Part {
  const key = wayKey(slot)
  if (next === null) return { ...emptyPart(), ends: [[key, { x: 0, y: 0 }]] }
  return { ...emptyPart(), height: 0, columns: [[key, END.width / 2]] }
}

/** Adds a part below; the way into it is straight. */
function addBelow(part: Part, lower_part: Part, y: number): void {
  const axis = Math.max(part.axis, lower_part.axis)
  const right = Math.max(part.width - part.axis, lower_part.width - lower_part.axis)
  shift(part, axis - part.axis)
  take(part, lower_part, { x: axis - lower_part.axis, y })
  part.axis = axis
  part.width = axis + right
  part.height = Math.max(part.height, y + lower_part.height)
}

/** Adds branches side by side below a step, which moves to their center. */
function addBeside(part: Part, branches: readonly Part[]): void {
  const y = STEP.height + FORK
  const row: Part = { ...emptyPart(), width: 0, height: 0 }
  for (const branch of branches) {
    take(row, branch, { x: row.width, y: 0 })
    row.width += branch.width + GAP.x
    row.height = Math.max(row.height, branch.height)
  }
  row.width -= GAP.x
  row.axis = row.width / 2
  addBelow(part, row, y)
}

/** Reserves the right side for ways that lead back to the step from below. */
function withChannels(part: Part, { id, known }: { id: string; known: Known }): Part {
  const count = known.tree.returns.get(id) ?? 0
  if (count === 0) return part
  part.channels.push([id, part.width])
  part.width += CHANNEL * count
  return part
}

function shift(part: Part, x: number): void {
  if (x === 0) return
  for (const [, point] of [...part.steps, ...part.ends]) point.x += x
  for (const entry of [...part.columns, ...part.channels]) entry[1] += x
}

function take(part: Part, inner: Part, { x, y }: Point): void {
  for (const [key, point] of inner.steps) part.steps.push([key, { x: point.x + x, y: point.y + y }])
  for (const [key, point] of inner.ends) part.ends.push([key, { x: point.x + x, y: point.y + y }])
  for (const [key, column] of inner.columns) part.columns.push([key, column + x])
  for (const [key, right] of inner.channels) part.channels.push([key, right + x])
}
