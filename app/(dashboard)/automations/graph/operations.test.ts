import { expect, test } from 'vitest'
import { exitsOf } from '@/server/modules/automations/flow-schema.ts'
import { Graph, type Step } from '@/server/modules/automations/graph-schema.ts'
import { conditionStep as condition, graphOf, waitStep as wait } from '@/server/testing/automations/steps.ts'
import { nextAt, presentBox, reachable, type Slot, START, slotsOf, stepOf, withNext } from './exits.ts'
import { begin, change, redo, undo } from './history.ts'
import {
  blockOf,
  canEndAt,
  copyOf,
  idsOf,
  insertStep,
  insertSteps,
  moveStep,
  neighborSlot,
  newId,
  placesFor,
  removedCount,
  removeStep,
  slotBehind,
  updateStep,
} from './operations.ts'

const end = (id: string): Step => ({ id, note: '', kind: 'end' })
const chain = graphOf('a', wait('a', 'b'), wait('b', 'c'), wait('c'))
const slotAfter = (id: string, exit = 'next'): Slot => ({ from: id, exit })

/** Returns, for example, "a>b b>c c>-". */
const drawing = (graph: Graph) =>
  slotsOf(graph)
    .map(({ from, exit, next }) => `${from ?? ''}${exit === 'next' ? '' : `.${exit}`}>${next ?? '-'}`)
    .sort()
    .join(' ')

test('a step is inserted at the start, between steps and at the end', () => {
  expect(drawing(insertStep(chain, START, wait('x')))).toBe('>x a>b b>c c>- x>a')
  expect(drawing(insertStep(chain, slotAfter('a'), wait('x')))).toBe('>a a>x b>c c>- x>b')
  expect(drawing(insertStep(chain, slotAfter('c'), wait('x')))).toBe('>a a>b b>c c>x x>-')
})

test('all branches of an inserted condition continue with the following step', () => {
  expect(drawing(insertStep(chain, slotAfter('a'), condition('x')))).toBe('>a a>x b>c c>- x.no>b x.yes>b')
})

test('nothing is inserted on an exit that was undone, and its box disappears', () => {
  const longer = insertStep(chain, slotAfter('c'), wait('d'))
  expect(insertStep(chain, slotAfter('d'), wait('x'))).toBe(chain)
  const boxes = (graph: Graph) => ['triggers', 'd', 'd next', 'c next'].map((key) => presentBox(graph, key))
  expect(boxes(longer)).toEqual(['triggers', 'd', 'd next', 'd'])
  expect(boxes(chain)).toEqual(['triggers', undefined, undefined, 'c next'])
})

test('an end is only possible where it cuts off no step', () => {
  expect(canEndAt(chain, slotAfter('c'))).toBe(true)
  expect(canEndAt(chain, slotAfter('a'))).toBe(false)
  expect(canEndAt(chain, START)).toBe(false)
  expect(canEndAt(insertStep(chain, slotAfter('a'), condition('x')), slotAfter('x', 'no'))).toBe(true)
})

test('a step can be moved to all exits except its neighbors’ and those inside its branches', () => {
  const told = (graph: Graph, id: string) => placesFor(graph, id).map(({ from, exit }) => `${from ?? 'start'} ${exit}`)
  expect(told(chain, 'b')).toEqual(['start next', 'c next'])
  const branched = graphOf('x', condition('x', 'a', 'j'), wait('a', 'j'), wait('j'))
  expect(told(branched, 'x')).toEqual(['j next'])
  expect(told(branched, 'a')).toEqual(['start next', 'x no', 'j next'])
})

test('removing a step joins its surroundings, and keeps the chosen branch', () => {
  expect(drawing(removeStep(chain, 'b'))).toBe('>a a>c c>-')
  const branched = graphOf('x', condition('x', 'a', 'b'), wait('a', 'j'), wait('b', 'j'), wait('j'))
  expect(drawing(removeStep(branched, 'x'))).toBe('>a a>j j>-')
  expect(drawing(removeStep(branched, 'x', 'no'))).toBe('>b b>j j>-')
  expect(removedCount(branched, 'x')).toBe(2)
})

test('a step that leads back to itself and an unreachable step can be removed', () => {
  expect(drawing(removeStep(graphOf('a', wait('a', 'a')), 'a'))).toBe('>-')
  const lost = graphOf('a', wait('a'), wait('b', 'c'), wait('c'))
  expect(drawing(removeStep(lost, 'a'))).toBe('>- b>c c>-')
})

test('a step moves with the steps reached only through it, and never into itself', () => {
  expect(drawing(moveStep(chain, 'a', slotAfter('b')))).toBe('>b a>c b>a c>-')
  const branched = graphOf('x', condition('x', 'a', 'j'), wait('a', 'j'), wait('j', 'k'), wait('k'))
  expect(blockOf(branched, 'x').map(({ id }) => id)).toEqual(['x', 'a'])
  expect(moveStep(branched, 'x', slotAfter('a'))).toBe(branched)
  const returning = graphOf('s', wait('s', 'x'), condition('x', 'a', 's'), wait('a'))
  expect(drawing(moveStep(returning, 's', slotAfter('a')))).toBe('>x a>s s>- x.no>x x.yes>a')
})

test('steps move up and down past their neighbors', () => {
  expect(neighborSlot(chain, 'a', 'up')).toBeUndefined()
  expect(neighborSlot(chain, 'c', 'down')).toBeUndefined()
  const up = neighborSlot(chain, 'c', 'up')
  expect(up && drawing(moveStep(chain, 'c', up))).toBe('>a a>c b>- c>b')
  const down = neighborSlot(chain, 'a', 'down')
  expect(down && drawing(moveStep(chain, 'a', down))).toBe('>b a>c b>a c>-')
})

test('copies and their branches have new IDs and lead to each other', () => {
  const split: Step = {
    id: 'x',
    note: '',
    kind: 'random_split',
    branches: [
      { id: 'l', label: 'A', percent: 50, next: 'a' },
      { id: 'r', label: 'B', percent: 50, next: null },
    ],
  }
  const graph = graphOf('x', split, wait('a', 'z'), wait('z'))
  const copies = copyOf([split, wait('a', 'z')], idsOf(graph))
  const pasted = insertSteps(graph, slotAfter('z'), copies)
  expect(new Set([...idsOf(pasted)]).size).toBe(3 + 2 + 2 + 2)
  const head = stepOf(pasted, nextAt(pasted, slotAfter('z')))
  expect(head && exitsOf(head).map(({ next }) => next)).toEqual([copies[1]?.id, null])
  expect(Graph.safeParse(pasted).success).toBe(true)
})

test('a copy is placed after its original', () => {
  expect(slotBehind(chain, 'b')).toEqual(slotAfter('b'))
  const branched = graphOf('x', condition('x', 'a', 'j'), wait('a', 'j'), wait('j'), wait('s', 'x'))
  expect(slotBehind({ ...branched, first: 's' }, 'j')).toEqual(slotAfter('j'))
})

test('a changed step keeps its targets, a new branch skips nothing, and a removed branch takes its steps along', () => {
  const branch = (id: string, next: string | null) => ({ id, label: id, percent: 50, next })
  const split = (...branches: ReturnType<typeof branch>[]): Step => ({
    id: 'x',
    note: '',
    kind: 'random_split',
    branches,
  })
  const graph = graphOf('x', split(branch('l', 'a'), branch('r', 'j')), wait('a', 'j'), wait('j'), wait('k', 'x'))
  const looped = { ...graph, first: 'k' }
  const more = updateStep(looped, split(branch('l', null), branch('r', null), branch('m', null)))
  expect(drawing(more)).toBe('>k a>j j>- k>x x.l>a x.m>j x.r>j')
  expect(drawing(updateStep(looped, split(branch('r', null), branch('m', null))))).toBe('>k j>- k>x x.m>j x.r>j')
  const waiting: Step = {
    id: 'w',
    note: '',
    kind: 'wait_for_event',
    events: [{ type: 'link_clicked', url: null }],
    timeout_minutes: 60,
    next: 'a',
    timed_out: 'b',
  }
  const timed = graphOf('w', waiting, wait('a'), wait('b'))
  expect(updateStep(timed, { ...waiting, timeout_minutes: null })).toEqual({
    ...timed,
    steps: [{ ...waiting, timeout_minutes: null, timed_out: null }, wait('a')],
  })
})

test('a new ID is unique in its graph', () => {
  const numbers = [...Array(6).fill(0), ...Array(6).fill(0.5)]
  expect(newId(new Set(['000000']), () => numbers.shift() ?? 0)).toBe('iiiiii')
})

test('changes are undone and redone, and typing in one field counts as one change', () => {
  const typed = change(change(begin('a'), 'ab', { group: 'name' }), 'abc', { group: 'name', at: 1_000 })
  expect(typed.past).toEqual(['a'])
  expect(change(typed, 'abcd', { group: 'name', at: 3_000 }).past).toEqual(['a', 'abc'])
  const other = change(typed, 'abcd', { group: 'note', at: 1_001 })
  expect(undo(other).present).toBe('abc')
  expect(undo(undo(other)).present).toBe('a')
  expect(redo(undo(other)).present).toBe('abcd')
  expect(undo(begin('a')).present).toBe('a')
  expect(change(undo(other), 'x').future).toEqual([])
})

// After random edits, the graph can be saved and no step was lost.
test('random edits keep a graph that can be stored', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  for (let round = 0; round < 60; round++) {
    let graph = graphOf(null)
    for (let edit = 0; edit < 40; edit++) {
      const slot = pick(slotsOf(graph)) ?? START
      const step = pick(graph.steps)
      const id = newId(idsOf(graph), random)
      const kind = Math.floor(random() * 6)
      if (kind < 2) graph = insertStep(graph, slot, kind === 0 ? wait(id) : condition(id))
      else if (kind === 2 && canEndAt(graph, slot)) graph = insertStep(graph, slot, end(id))
      else if (kind === 3 && step) {
        const count = graph.steps.length
        graph = moveStep(graph, step.id, slot)
        expect(graph.steps.length).toBe(count)
      } else if (kind === 4 && step) graph = removeStep(graph, step.id, pick(exitsOf(step))?.exit)
      else if (kind === 5 && step)
        graph = insertSteps(graph, slotBehind(graph, step.id), copyOf([step], idsOf(graph), random))
      if (random() < 0.1 && step) graph = withNext(graph, slot, pick(graph.steps)?.id ?? null)
      const known = new Set(graph.steps.map((each) => each.id))
      expect(slotsOf(graph).every(({ next }) => next === null || known.has(next))).toBe(true)
      expect(known.size).toBe(graph.steps.length)
      if (graph.steps.length > 60) break
      expect(reachable(graph).size).toBeLessThanOrEqual(graph.steps.length)
    }
    expect(Graph.safeParse(graph).error).toBeUndefined()
  }
})
