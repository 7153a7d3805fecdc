import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test.each([
  ['start.mjs', '--help', 'npm start -- [--no-demo]'],
  ['start.mjs', '-h', 'npm start -- [--no-demo]'],
  ['worker.mjs', '--help', 'npm run worker'],
])('%s %s says what it does, and starts nothing', (file, option, line) => {
  const script = path.join(import.meta.dirname, file)
  const { status, stdout } = spawnSync(process.execPath, [script, option], { encoding: 'utf8' })
  expect([status, stdout.split('\n')[0]]).toEqual([0, line])
})

test('a worker with an unknown option is not started', () => {
  const worker = path.join(import.meta.dirname, '../server/worker.ts')
  const { status, stderr } = spawnSync(process.execPath, [worker, '--nope'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining("Unknown option '--nope'")])
})
