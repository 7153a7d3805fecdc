import { expect, test } from 'vitest'
import { Graph } from './graph-schema.ts'
import { layOut } from './layout-schema.ts'

const end = (id: string) => ({ id, kind: 'end' })
const wait = (id: string, next: string | null) => ({ id, kind: 'wait', wait: { for: 'duration', minutes: 5 }, next })
const fork = (id: string, yes: string | null, no: string | null) => ({
  id,
  kind: 'condition',
  filter: { all: [] },
  yes,
  no,
})
const trigger = (id: string) => ({ id, on: { type: 'form_joined' } })
const places = (graph: unknown) =>
  Object.fromEntries(layOut(Graph.parse(graph)).nodes.map(({ id, column, row }) => [id, [column, row]]))

test('branches stand side by side below their condition, and a step where they join is below both', () => {
  const graph = {
    triggers: [trigger('t')],
    first: 'a',
    steps: [fork('a', 'b', 'c'), wait('b', 'd'), wait('c', 'e'), wait('e', 'd'), end('d')],
  }
  expect(places(graph)).toEqual({ t: [0.5, 0], a: [0.5, 1], b: [0, 2], c: [1, 2], e: [1, 3], d: [0, 4] })
  expect(layOut(Graph.parse(graph))).toMatchObject({ columns: 2, rows: 5 })
  expect(layOut(Graph.parse(graph)).edges).toHaveLength(6)
})

test('triggers stand in a row above the first step, and an empty automation has no places', () => {
  expect(places({ triggers: ['t', 'u', 'v'].map(trigger), first: 'a', steps: [end('a')] })).toEqual({
    t: [0, 0],
    u: [1, 0],
    v: [2, 0],
    a: [1, 1],
  })
  expect(layOut(Graph.parse({}))).toEqual({ nodes: [], edges: [], columns: 0, rows: 0 })
})

test('ways back, circles, unreachable and missing steps end in places of their own', () => {
  const steps = [
    fork('a', 'b', 'missing'),
    wait('b', 'a'),
    wait('x', 'y'),
    wait('y', 'x'),
    end('alone'),
    ...Array.from({ length: 100 }, (_, i) => fork(`n${i}`, `n${(i * 7 + 1) % 100}`, `n${(i * 3 + 2) % 100}`)),
  ]
  const { nodes, columns } = layOut(Graph.parse({ triggers: [trigger('t')], first: 'a', steps }))
  expect(nodes).toHaveLength(steps.length + 1)
  expect(new Set(nodes.map(({ column, row }) => `${column} ${row}`)).size).toBe(nodes.length)
  expect(nodes.every(({ column }) => column >= 0 && column < columns)).toBe(true)
})
