import { expect, test } from 'vitest'
import { inspectWorkflow } from './workflows.ts'

const workflow = (run: string, rest = 'permissions: { contents: read }') => ({
  file: '.github/workflows/x.yml',
  text: `name: X\non: push\n${rest}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    timeout-minutes: 5\n    steps:\n      - run: ${run}\n`,
})
const scripts = new Set(['test', 'test:deep'])

test('a workflow may call scripts of package.json', () => {
  expect(inspectWorkflow(workflow('npm test && npm run test:deep && npm pack'), scripts)).toEqual([])
  expect(inspectWorkflow(workflow('npm run nope'), scripts)).toEqual([
    '.github/workflows/x.yml: package.json has no script "nope"',
  ])
})

test('a workflow that cannot be read, or has no permissions, is reported', () => {
  expect(inspectWorkflow({ file: '.github/workflows/x.yml', text: 'a: [' }, scripts)).not.toEqual([])
  expect(inspectWorkflow(workflow('npm test', 'permissions: write-all'), scripts).join()).toContain('permissions')
})
