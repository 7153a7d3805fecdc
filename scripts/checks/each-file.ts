// Caches the results of a check by file, so after a change only changed files are inspected.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root as project } from './source-files.ts'

/** Sources and packages of the inspections. After a change to one of these files, all files are inspected again. */
const INSPECTIONS = ['scripts/checks/*.ts', 'server/build/texts/*.ts', 'server/lib/locale/*.ts', 'package-lock.json']

interface Kept<T> {
  /** Hash of the inspections. */
  by: string
  /** Hash of each file's text, and the result. */
  files: Record<string, { of: string; result: T }>
}

/** Returns the result of `inspect` for each file, in order. A result must depend only on the file's name and text, and be JSON. */
export function inEachFile<T>(
  name: string,
  files: string[],
  inspect: (file: string, text: string) => T,
  root: string = project,
): T[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const by = hash(globSync(INSPECTIONS, { cwd: root }).sort().map(read).join('\0'))
  const cache_file = path.join(root, 'node_modules/.cache/each-file', `${name}.json`)
  const before = readKept<T>(cache_file, by)
  const after: Kept<T> = { by, files: {} }
  const results = files.map((file) => {
    const text = read(file)
    const of = hash(text)
    const known = before[file]
    const result = known?.of === of ? known.result : inspect(file, text)
    after.files[file] = { of, result }
    return result
  })
  mkdirSync(path.dirname(cache_file), { recursive: true })
  writeFileSync(cache_file, JSON.stringify(after))
  return results
}

function readKept<T>(file: string, by: string): Kept<T>['files'] {
  try {
    const kept: Kept<T> = JSON.parse(readFileSync(file, 'utf8'))
    return kept.by === by ? kept.files : {}
  } catch {
    return {}
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
