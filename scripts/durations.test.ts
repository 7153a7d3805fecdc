import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cleanCommit, keepRun, MAY_TAKE_LONGER, problemOfRun } from './durations.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'envoi-durations-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})

const counts = (files: [string, number][], failed = 0) => [
  { passed: 1, failed: 0 },
  { passed: 1, failed, files },
]
const NO_RUN = 'Run `npm test` on this commit first.'
const keepDeepRun = (commit: string, failed = 0) => keepRun(root, commit, counts([], failed), { is_deep: true })

test('a release needs a run of its commit in which no file failed or took longer than 20 s', () => {
  expect(problemOfRun(root, 'one')).toBe(NO_RUN)
  keepRun(root, 'one', counts([['server/a.test.ts', 20_000]]))
  keepDeepRun('one')
  expect(problemOfRun(root, 'one')).toBeUndefined()
  expect(problemOfRun(root, 'two')).toBe(NO_RUN)
  expect(problemOfRun(root, undefined)).toBe(NO_RUN)
  keepRun(root, 'one', counts([], 1))
  expect(problemOfRun(root, 'one')).toBe('`npm test` failed on this commit.')
})

test('a release needs `npm run test:deep` of its commit, too, which replaces no `npm test`', () => {
  const NO_DEEP_RUN = 'Run `npm run test:deep` on this commit first.'
  keepRun(root, 'two', counts([]))
  expect(problemOfRun(root, 'two')).toBe(NO_DEEP_RUN)
  keepDeepRun('one')
  expect(problemOfRun(root, 'two')).toBe(NO_DEEP_RUN)
  keepDeepRun('two', 1)
  expect(problemOfRun(root, 'two')).toBe('`npm run test:deep` failed on this commit.')
  keepDeepRun('two')
  expect(problemOfRun(root, 'two')).toBeUndefined()
})

test('slow files are reported, the slowest first, except files listed with a reason', () => {
  const may = [{ where: 'server/slow/', why: 'it waits' }]
  const slow = counts([
    ['server/slow/a.test.ts', 90_000],
    ['server/b.test.ts', 20_600],
    ['server/c.test.ts', 33_000],
    ['e2e/a.spec.ts', 240_000],
    ['e2e/b.spec.ts', 241_000],
  ])
  keepRun(root, 'one', slow)
  keepDeepRun('one')
  expect(problemOfRun(root, 'one', may)).toContain(
    'took longer than 20 s, or journeys than 240 s: e2e/b.spec.ts 241 s, server/c.test.ts 33 s, server/b.test.ts 21 s.',
  )
})

test('a work tree matches its commit unless something is changed', () => {
  expect(cleanCommit(root)).toBeUndefined()
  // Machines without git run the tests, too.
  if (spawnSync('git', ['--version']).status !== 0) return
  const env = { ...process.env, GIT_CONFIG_GLOBAL: os.devNull }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  const AUTHOR = ['-c', 'user.name=A', '-c', 'user.email=a@example.com']
  git(...AUTHOR, 'commit', '--quiet', '--allow-empty', '--message', 'One')
  expect(cleanCommit(root)).toBe(git('rev-parse', 'HEAD'))
  writeFileSync(path.join(root, 'a'), 'a')
  expect(cleanCommit(root)).toBeUndefined()
})

test('files that may take longer exist', () => {
  const missing = MAY_TAKE_LONGER.filter(
    ({ where }: { where: string }) => !existsSync(path.join(import.meta.dirname, '..', where)),
  )
  expect(missing).toEqual([])
})
