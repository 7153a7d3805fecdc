import { expect, test } from 'vitest'
import { Graph } from '../automations/graph-schema.ts'
import { pictureOf } from './picture-schema.ts'

const end = (id: string) => ({ id, kind: 'end' })
const wait = (id: string, next: string | null) => ({ id, kind: 'wait', wait: { for: 'duration', minutes: 5 }, next })
const fork = (id: string, yes: string | null, no: string | null) => ({
  id,
  yes,
  no,
  kind: 'condition',
  filter: { all: [] },
})
const trigger = (id: string) => ({ id, on: { type: 'form_joined' } })
const pictureOfGraph = (graph: unknown) => pictureOf(Graph.parse(graph))

test('triggers are in a row above the steps, branches are side by side, and the step that joins them is below both', () => {
  const steps = [fork('a', 'b', 'c'), wait('b', 'd'), wait('c', 'e'), wait('e', 'd'), end('d')]
  const picture = pictureOfGraph({ triggers: ['t', 'u', 'v'].map(trigger), first: 'a', steps })
  expect(picture.boxes.map(({ kind, column, row }) => [kind, column, row])).toEqual([
    ['trigger', 0, 0],
    ['trigger', 1, 0],
    ['trigger', 2, 0],
    ['branch', 1, 1],
    ['wait', 0.5, 2],
    ['wait', 1.5, 2],
    ['wait', 1.5, 3],
    ['end', 1, 4],
  ])
  expect(picture).toMatchObject({ columns: 3, rows: 5, lines: { length: 8 }, more: 0 })
})

test('boxes have the beginnings of the texts of their steps, and emails their subjects', () => {
  const graph = Graph.parse({ triggers: [trigger('t')], first: 'a', steps: [wait('a', 'b'), end('b')] })
  const { boxes } = pictureOf(graph, [
    { id: 't', kind: 'trigger', text: 'Joins the form “A form with a long name”' },
    { id: 'a', kind: 'action', text: 'Send the email “Welcome”' },
  ])
  expect(boxes.map(({ label }) => label)).toEqual(['Joins the form “A form wi…', 'Welcome', 'End'])
})

test('an empty automation has no boxes', () => {
  expect(pictureOfGraph({})).toEqual({ boxes: [], columns: 0, rows: 0, lines: [], more: 0 })
})

test('boxes never overlap, even with back edges, cycles and unreachable steps, and the rest is counted', () => {
  const steps = [
    fork('a', 'b', 'missing'),
    wait('b', 'a'),
    wait('x', 'y'),
    wait('y', 'x'),
    end('alone'),
    ...Array.from({ length: 150 }, (_, i) => fork(`n${i}`, `n${(i * 7 + 1) % 100}`, `n${(i * 3 + 2) % 100}`)),
  ]
  const { boxes, columns, more } = pictureOfGraph({ triggers: [trigger('t')], first: 'a', steps })
  expect(boxes.length + more).toBe(steps.length + 1)
  expect(more).toBeGreaterThan(0)
  for (const [i, one] of boxes.entries())
    for (const other of boxes.slice(i + 1))
      expect(one.row !== other.row || Math.abs(one.column - other.column) >= 0.99).toBe(true)
  expect(boxes.every(({ column }) => column >= 0 && column < columns)).toBe(true)
})
