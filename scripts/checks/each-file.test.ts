import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { inEachFile } from './each-file.ts'

let root: string
let inspected: string[]
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
const lengths = () =>
  inEachFile(
    'lengths',
    ['a.ts', 'b.ts'],
    (file, text) => {
      inspected.push(file)
      return text.length
    },
    root,
  )

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'envoi-each-file-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'scripts/checks'), { recursive: true })
  for (const file of ['scripts/checks/lengths.ts', 'package-lock.json']) write(file, '')
  write('a.ts', 'one')
  write('b.ts', 'three')
  inspected = []
})

test('a file that has not changed is not inspected again', () => {
  expect(lengths()).toEqual([3, 5])
  write('b.ts', 'two')
  expect(lengths()).toEqual([3, 3])
  expect(inspected).toEqual(['a.ts', 'b.ts', 'b.ts'])
})

test('after a change of the checks or of a package every file is inspected', () => {
  for (const file of ['scripts/checks/lengths.ts', 'package-lock.json']) {
    lengths()
    write(file, 'changed')
    inspected = []
    expect(lengths()).toEqual([3, 5])
    expect(inspected).toEqual(['a.ts', 'b.ts'])
  }
})

test('a damaged file of results is replaced', () => {
  lengths()
  write('node_modules/.cache/each-file/lengths.json', '{"by"')
  expect(lengths()).toEqual([3, 5])
  expect(inspected).toHaveLength(4)
})
