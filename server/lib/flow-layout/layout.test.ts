import { expect, test } from 'vitest'
import type { Box } from './boxes.ts'
import type { Flow, FlowStep } from './flow.ts'
import { layOut } from './layout.ts'
import { boxBeside, pathOf } from './ways.ts'

const wait = (id: string, next: string | null = null): FlowStep => ({ id, exits: [{ exit: 'next', next }] })
const condition = (id: string, yes: string | null, no: string | null): FlowStep => ({
  id,
  exits: [
    { exit: 'yes', next: yes },
    { exit: 'no', next: no },
  ],
})
const flowOf = (first: string | null, ...steps: FlowStep[]): Flow => ({ first, steps })
const drawn = (flow: Flow) => layOut(flow, 100)

const isApart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y

function expectApart(flow: Flow) {
  const { steps, ends, triggers } = drawn(flow)
  const boxes = [triggers, ...steps.values(), ...ends.values()]
  for (const [at, box] of boxes.entries())
    for (const other of boxes.slice(at + 1)) expect(isApart(box, other), JSON.stringify([box, other])).toBe(true)
  expect(steps.size).toBe(flow.steps.length)
}

test('steps are below each other in a straight line', () => {
  const { steps, triggers, ways, ends } = drawn(flowOf('a', wait('a', 'b'), wait('b')))
  const [a, b] = [steps.get('a'), steps.get('b')]
  expect(a?.x).toBe(triggers.x)
  expect(b?.x).toBe(a?.x)
  expect(b && a && b.y > a.y + a.height).toBe(true)
  expect(ends.size).toBe(1)
  expect(ways.map(({ points }) => new Set(points.map(({ x }) => x)).size)).toEqual([1, 1, 1])
})

test('an empty automation has the place of its first step', () => {
  const { ends, ways } = drawn(flowOf(null))
  expect([...ends.keys()]).toEqual(['start next'])
  expect(ways).toHaveLength(1)
})

test('branches are side by side, and the step where they join is below both', () => {
  const { steps } = drawn(
    flowOf('c', condition('c', 'a', 'b'), wait('a', 'j'), wait('b', 'd'), wait('d', 'j'), wait('j')),
  )
  const [a, b, d, j, c] = ['a', 'b', 'd', 'j', 'c'].map((id) => steps.get(id) as Box) as [Box, Box, Box, Box, Box]
  expect(a.y).toBe(b.y)
  expect(a.x + a.width <= b.x).toBe(true)
  expect(j.y > d.y + d.height).toBe(true)
  expect(j.x).toBe(c.x)
})

test('a way back runs next to the steps that it passes', () => {
  const { ways, steps } = drawn(flowOf('a', wait('a', 'b'), condition('b', 'a', null)))
  const back = ways.find(({ is_back }) => is_back)
  expect(back).toMatchObject({ from: 'b', exit: 'yes', next: 'a' })
  const right = Math.max(...[...steps.values()].map(({ x, width }) => x + width))
  expect(Math.max(...(back?.points ?? []).map(({ x }) => x))).toBeGreaterThan(right)
})

test('unreachable steps are drawn next to the others', () => {
  const flow = flowOf('a', wait('a'), wait('lost', 'too'), wait('too'))
  expectApart(flow)
  const { steps } = drawn(flow)
  expect((steps.get('lost')?.x ?? 0) > (steps.get('a')?.x ?? 0)).toBe(true)
})

test('arrow keys follow the drawing', () => {
  const layout = drawn(flowOf('c', condition('c', 'a', 'b'), wait('a', 'j'), wait('b', 'j'), wait('j')))
  expect(boxBeside(layout, 'triggers', 'down')).toBe('c')
  expect(boxBeside(layout, 'a', 'right')).toBe('b')
  expect(boxBeside(layout, 'b', 'left')).toBe('a')
  expect(boxBeside(layout, 'b', 'down')).toBe('j')
  expect(boxBeside(layout, 'j', 'up')).toBe('a')
  expect(boxBeside(layout, 'j', 'down')).toBe('j next')
  expect(boxBeside(layout, 'triggers', 'up')).toBeUndefined()
})

test('lines turn with round corners', () => {
  expect(
    pathOf([
      { x: 0, y: 0 },
      { x: 0, y: 40 },
      { x: 40, y: 40 },
    ]),
  ).toBe('M 0 0 L 0 30 Q 0 40 10 40 L 40 40')
})

test('boxes of random flows never overlap, also with loops and unreachable steps, and 200 steps can be laid out', () => {
  let seed = 11
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  for (let round = 0; round < 150; round++) {
    const count = round === 0 ? 200 : 1 + Math.floor(random() * 14)
    const ids = Array.from({ length: count }, (_, at) => `s${at}`)
    // Mostly further down, sometimes back, sometimes to nothing.
    const next = (at: number): string | null => {
      const chance = random()
      if (chance < 0.12) return null
      if (chance < 0.22) return ids[Math.floor(random() * count)] ?? null
      return ids[at + 1 + Math.floor(random() * 3)] ?? null
    }
    const steps = ids.map((id, at) => (random() < 0.35 ? condition(id, next(at), next(at)) : wait(id, next(at))))
    expectApart(flowOf(ids[0] ?? null, ...steps))
  }
})
