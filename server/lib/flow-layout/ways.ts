import { type Box, CHANNEL, FORK, type LaidWay, type Layout, type Point, STEP, wayKey } from './boxes.ts'
import { type Dominators, isForward } from './dominators.ts'
import { type Flow, slotsOf } from './flow.ts'

interface Drawn {
  layout: Omit<Layout, 'ways'>
  columns: ReadonlyMap<string, number>
  channels: ReadonlyMap<string, number>
  tree: Dominators
}

/** Distance below a step at which its ways turn sideways, and positions of a branch's label and button. */
const BUS = 18
const LABEL = 34
const BUTTON = 62
const SINGLE = 28
/** Distance above a step at which ways enter from the side. */
const IN = 20

const foot = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height })
const head = ({ x, y, width }: Box): Point => ({ x: x + width / 2, y })

/** Returns the lines between steps. */
export function waysOf(flow: Flow, drawn: Drawn): LaidWay[] {
  const used_channels = new Map<string, number>()
  const exits = new Map(flow.steps.map((step) => [step.id, step.exits.length]))
  return slotsOf(flow).flatMap(({ next, ...slot }) => {
    const { layout } = drawn
    const source = slot.from === null ? layout.triggers : layout.steps.get(slot.from)
    const target = next === null ? layout.ends.get(wayKey(slot)) : layout.steps.get(next)
    if (!source || !target) return []
    const from = foot(source)
    const to = head(target)
    const is_back = slot.from !== null && next !== null && !isForward(drawn.tree, slot.from, next)
    const isBranch = slot.from !== null && (exits.get(slot.from) ?? 0) > 1
    const column = drawn.columns.get(wayKey(slot)) ?? (isBranch ? to.x : from.x)
    const start = isBranch ? [from, { x: from.x, y: from.y + BUS }, { x: column, y: from.y + BUS }] : [from]
    const channel = is_back && next !== null ? channelOf(next, { ...drawn, used: used_channels }) : undefined
    const points =
      channel === undefined
        ? [...start, { x: column, y: to.y - IN }, { x: to.x, y: to.y - IN }, to]
        : [...start, ...upwards({ x: column, y: from.y + (isBranch ? FORK - 8 : SINGLE) }, to, channel)]
    return {
      ...slot,
      next,
      is_back,
      points: withoutRepeats(points),
      label: isBranch ? { x: column, y: from.y + LABEL } : null,
      middle: { x: column, y: from.y + (isBranch ? BUTTON : SINGLE) },
    }
  })
}

const upwards = (turn: Point, to: Point, channel: number): Point[] => [
  turn,
  { x: channel, y: turn.y },
  { x: channel, y: to.y - IN },
  { x: to.x, y: to.y - IN },
  to,
]

/** Returns the x position of the next free channel to a step. */
function channelOf(next: string, { channels, layout, used }: Drawn & { used: Map<string, number> }): number {
  const number = used.get(next) ?? 0
  used.set(next, number + 1)
  return (channels.get(next) ?? layout.width) + CHANNEL * (number + 0.7)
}

function withoutRepeats(points: Point[]): Point[] {
  return points.filter((point, at) => {
    const before = points[at - 1]
    return !before || before.x !== point.x || before.y !== point.y
  })
}

const RADIUS = 10

/** Returns an SVG path with rounded corners. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...others] = points
  if (!first) return ''
  const parts = [`M ${first.x} ${first.y}`]
  for (const [at, point] of others.entries()) {
    const after = others[at + 1]
    const before = points[at] ?? first
    if (!after) {
      parts.push(`L ${point.x} ${point.y}`)
      continue
    }
    const into = toward(point, before, RADIUS)
    const out = toward(point, after, RADIUS)
    parts.push(`L ${into.x} ${into.y}`, `Q ${point.x} ${point.y} ${out.x} ${out.y}`)
  }
  return parts.join(' ')
}

function toward(from: Point, to: Point, most: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const share = length === 0 ? 0 : Math.min(most, length / 2) / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Returns the target box of an arrow key: along the ways up and down, or the nearest box on a side. */
export function boxBeside(layout: Layout, key: string, direction: Direction): string | undefined {
  const boxes = new Map<string, Box>([['triggers', layout.triggers], ...layout.steps, ...layout.ends])
  const from = boxes.get(key)
  if (!from) return undefined
  const vertical = direction === 'up' || direction === 'down'
  const sign = direction === 'down' || direction === 'right' ? 1 : -1
  const origin = center(from)
  const near = (others: Iterable<string>) => {
    let best: { key: string; distance: number } | undefined
    for (const other_key of others) {
      const box = boxes.get(other_key)
      if (!box || other_key === key) continue
      const point = center(box)
      const ahead = (vertical ? point.y - origin.y : point.x - origin.x) * sign
      const aside = Math.abs(vertical ? point.x - origin.x : point.y - origin.y)
      if (ahead < (vertical ? 1 : STEP.width / 3) || (!vertical && aside > STEP.height * 2)) continue
      const distance = ahead + aside * 1.5
      if (!best || distance < best.distance) best = { key: other_key, distance }
    }
    return best?.key
  }
  return (vertical ? near(linked(layout, key, direction)) : undefined) ?? near(boxes.keys())
}

/** Returns the boxes that a box leads to, or that lead to it. */
function linked(layout: Layout, key: string, direction: Direction): string[] {
  return layout.ways.flatMap((way) => {
    const [source, target] = [way.from ?? 'triggers', way.next ?? wayKey(way)]
    if (direction === 'down') return source === key ? [target] : []
    return target === key ? [source] : []
  })
}

const center = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })
