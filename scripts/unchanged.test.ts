import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fingerprint, HeldChecks, hashesOf } from './unchanged.mjs'

let root: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
const fingerprintOf = (args = ['lint']): string => fingerprint(root, args, /\.ts$/)

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'envoi-unchanged-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  write('server/a.ts', 'one')
})

test.each([
  ['was changed', () => write('server/a.ts', 'two')],
  ['was added', () => write('server/b.ts', '')],
  ['was renamed', () => [rmSync(path.join(root, 'server/a.ts')), write('server/c.ts', 'one')]],
])('a check runs again after a file it reads %s', (_, change) => {
  const before = fingerprintOf()
  change()
  expect(fingerprintOf()).not.toBe(before)
})

test('a check runs again when its command changes, but not after a change of files that it does not read', () => {
  const before = fingerprintOf()
  write('README.md', 'x')
  write('node_modules/a/b.ts', 'x')
  expect(fingerprintOf()).toBe(before)
  expect(fingerprintOf(['lint', '--strict'])).not.toBe(before)
})

test('passed checks are known to the next run, and a damaged record counts as empty', () => {
  const file = path.join(root, 'cache/checks.json')
  new HeldChecks(file).add('lint', 'abc')
  expect(new HeldChecks(file).holds('lint', 'abc')).toBe(true)
  expect(new HeldChecks(file).holds('lint', 'abd')).toBe(false)
  expect(new HeldChecks(file).holds('types', 'abc')).toBe(false)
  writeFileSync(file, '{"lint"')
  expect(new HeldChecks(file).holds('lint', 'abc')).toBe(false)
})

test('a check of single files reads again the files that changed, or all files after a change of its rules', () => {
  const files = () => hashesOf(root, /\.ts$/)
  const held = new HeldChecks(path.join(root, 'cache/checks.json'))
  expect(held.changedFiles('lint', { rules: '1', files: files() })).toEqual(['server/a.ts'])
  held.addFiles('lint', { rules: '1', files: files() })
  write('server/b.ts', '')
  expect(held.changedFiles('lint', { rules: '1', files: files() })).toEqual(['server/b.ts'])
  expect(held.changedFiles('lint', { rules: '2', files: files() })).toEqual(['server/a.ts', 'server/b.ts'])
})
