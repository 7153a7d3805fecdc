import type { Graph, Step } from '../../modules/automations/graph-schema.ts'

// Steps and graphs for tests of pure functions.

export const waitStep = (id: string, next: string | null = null): Step => ({
  id,
  note: '',
  kind: 'wait',
  wait: { for: 'duration', minutes: 60 },
  next,
})

export const conditionStep = (id: string, yes: string | null = null, no: string | null = null): Step => ({
  id,
  note: '',
  kind: 'condition',
  filter: { all: [], counting_mode: 'raw' },
  yes,
  no,
})

export const graphOf = (first: string | null, ...steps: Step[]): Graph => ({ triggers: [], first, steps })
