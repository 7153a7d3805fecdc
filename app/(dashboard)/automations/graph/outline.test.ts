import { expect, test } from 'vitest'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import { conditionStep as condition, graphOf, waitStep as wait } from '@/server/testing/automations/steps.ts'
import { outlineOf } from './outline.ts'

const lines = (graph: Graph) =>
  outlineOf(graph).map((row) => {
    const indent = '  '.repeat(row.depth)
    if (row.kind === 'step') return indent + row.id
    if (row.kind === 'jump') return `${indent}${row.is_back ? 'back' : 'on'} to ${row.to}`
    return `${indent}${row.kind} ${row.slot.from ?? 'start'}.${row.slot.exit}`
  })

test('an empty automation shows the place for its first step', () => {
  expect(lines(graphOf(null))).toEqual(['end start.next'])
})

test('branches are indented, with the step where they join below them', () => {
  expect(lines(graphOf('a', wait('a', 'c'), condition('c', 'b', 'j'), wait('b', 'j'), wait('j')))).toEqual([
    'a',
    'c',
    '  branch c.yes',
    '  b',
    '  branch c.no',
    '  on to j',
    'j',
    'end j.next',
  ])
})

test('an exit to an earlier step is marked, and unreachable steps are listed last', () => {
  expect(lines(graphOf('a', wait('a', 'b'), wait('b', 'a'), wait('lost')))).toEqual([
    'a',
    'b',
    'back to a',
    'lost',
    'end lost.next',
  ])
})
