import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inspectDocs, inspectPaths, type Project } from './doc-paths.ts'

const sources = new Map([
  ['server/core/write/write.ts', 'export async function write<T>() {}\nconst LIMIT = 1'],
  ['server/modules/imports/file/rows.ts', 'export function csvRows() {}'],
  ['server/modules/tags/jobs.ts', "job({ id: 'tags/clean' })"],
])
const project: Project = {
  exists: (file) => sources.has(file) || ['server/core', 'docs/bulk.md'].includes(file),
  sources,
}
const inspect = (text: string) => inspectPaths({ file: 'docs/where-is.md', text }, project)

test('paths, functions, constants, job ids and links that exist pass', () => {
  const text =
    '`server/core/` `server/core/write/write.ts#write` and `#LIMIT`, `server/modules/tags/jobs.ts#tags/clean`, [bulk](bulk.md)'
  expect(inspect(text)).toEqual([])
})

test('commands, patterns, addresses and code blocks are not read as paths', () => {
  expect(inspect('`npm run check` `server/rest/bulk-*.ts` `/docs/…` `app/…`\n```ts\n`server/nope.ts`\n```')).toEqual([])
})

test.each([
  ['a moved file', '`server/modules/imports/rows.ts`', 'it does not exist; write server/modules/imports/file/rows.ts'],
  [
    'a function of a moved file',
    '`server/modules/imports/rows.ts#csvRows`',
    'the file does not exist; write server/modules/imports/file/rows.ts#csvRows',
  ],
  [
    'a function that moved to another file',
    '`server/core/write/write.ts#csvRows`',
    'csvRows is not defined there; write server/modules/imports/file/rows.ts#csvRows',
  ],
  ['a renamed function', '`server/core/write/write.ts#writ`', 'nor exported elsewhere; the file exports write'],
  ['a deleted file', '`server/core/gone.ts`', 'it does not exist'],
  ['a link', '[gone](gone.md)', 'the link gone.md leads nowhere'],
])('the check refuses %s and says what to write', (_, text, message) => {
  expect(inspect(`\n${text}`)).toEqual([expect.stringMatching(/^docs\/where-is\.md:2: /)])
  expect(inspect(text)[0]).toContain(message)
})

test('a row of the modules in architecture.md names at most three files to start with', () => {
  const [, table = ''] =
    /^\| Module \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  const counts = table
    .trim()
    .split('\n')
    .map((row) => row.match(/`[^`]*\.tsx?(?:#[^`]*)?`/g)?.length ?? 0)
  expect(Math.max(...counts)).toBeLessThanOrEqual(3)
  expect(counts.length).toBeGreaterThan(20)
})

test('every path and every function in the docs of the project exists', () => expect(inspectDocs()).toEqual([]))
