import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { applyEdit, PAGE, stepsOf } from './tutorial-steps.mjs'

const TUTORIAL = readFileSync(path.join(import.meta.dirname, '..', PAGE), 'utf8')
let root: string
const edit = (diff: string, file = 'server/a.ts') => applyEdit(root, { file, diff: diff.split('\n'), line: 7 })
const text = () => readFileSync(path.join(root, 'a.ts'), 'utf8')

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'envoi-tutorial-steps-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'a.ts'), 'one\ntwo\nthree\n')
})

test('the tutorial has edits and commands, its test and the checks among them', () => {
  const steps: { run?: string; file?: string }[] = stepsOf(TUTORIAL)
  const commands = steps.flatMap(({ run }) => run ?? [])
  expect(commands).toContain('npm run check')
  expect(commands.some((run) => run.startsWith('npm run vitest -- server/modules/tags/tags.test.ts'))).toBe(true)
  expect(steps.flatMap(({ file }) => file ?? [])).toContain('server/modules/tags/service.ts')
})

test('a block replaces its old lines, and a block of only new lines is appended to the file', () => {
  edit(' one\n-two\n+2\n+2.5', 'a.ts')
  edit('+four', 'a.ts')
  expect(text()).toBe('one\n2\n2.5\nthree\n\nfour\n')
})

test.each([
  ['a line that is no longer in the file', '-gone\n+new', 'a.ts', /tutorial\.md:7: a\.ts holds these lines 0 times/],
  ['a line without a sign', 'one\n+new', 'a.ts', /begins with neither/],
  ['a file that is no longer there', '+new', 'server/b.ts', /no file "server\/b\.ts"/],
])('a step with %s fails with its line', (_, diff, file, message) => {
  expect(() => edit(diff, file)).toThrow(message)
  expect(text()).toBe('one\ntwo\nthree\n')
})
