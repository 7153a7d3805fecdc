import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addCompileHints } from './compile-hints.ts'

test('every script of a build begins with the hint to compile all of it, and styles do not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'envoi-hints-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = { 'static/chunks/one.js': 'f(1)', 'static/chunks/below/two.js': 'f(2)', 'static/chunks/one.css': 'a{}' }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  await addCompileHints(folder)
  expect(Object.keys(files).map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual([
    '//# allFunctionsCalledOnLoad\nf(1)',
    '//# allFunctionsCalledOnLoad\nf(2)',
    'a{}',
  ])
})
