import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { Graph } from '../graph-schema.ts'

test('a copy of a random split divides subscribers independently of the original', async () => {
  const call = dashboard(await testAccount()).automations
  const { id } = await call.create({ name: 'Test', kind: 'visual' })
  const branch = (id: string) => ({ id, label: id, percent: 50, next: 'e' })
  const graph = Graph.parse({
    triggers: [],
    first: 'w',
    steps: [
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 5 }, next: 'x' },
      { id: 'x', kind: 'random_split', branches: [branch('xa'), { ...branch('xb'), next: 'x' }] },
      { id: 'e', kind: 'end' },
    ],
  })
  await call.save({ id, revision: 1, name: 'Test', reentry: 'always', graph })
  const { steps } = (await call.duplicate({ id })).graph
  const copied = steps.find(({ kind }) => kind === 'random_split')
  expect(copied?.id).toMatch(/^r[0-9a-f]{12}$/)
  expect(steps).toMatchObject([
    { id: 'w', next: copied?.id },
    {
      id: copied?.id,
      branches: [
        { id: 'xa', next: 'e' },
        { id: 'xb', next: copied?.id },
      ],
    },
    { id: 'e' },
  ])
})
