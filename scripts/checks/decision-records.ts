// Decision records have one form and a number each, so everyone finds decisions and the options considered.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

const FOLDER = 'docs/decisions'
/** The list of the records by subject. */
const INDEX = 'README.md'
const FILE = /^(\d{4})-[a-z0-9-]+\.md$/
const STATUS = /^Status: (?:proposed|accepted|rejected|superseded by decision \d{4})\. Date: \d{4}-\d{2}-\d{2}\./
/** Required sections, in this order; a record may have others in between. */
const SECTIONS = ['Context', 'Options considered', 'Decision', 'Consequences']

/** About two pages. */
const MAX_WORDS = 1_000

/** Returns the problems of a record's form, one line each. */
export function inspectRecord(name: string, text: string): string[] {
  const file = `${FOLDER}/${name}`
  const [, number] = FILE.exec(name) ?? []
  if (!number) return [`${file}: name it after its number and subject, for example 0048-prepared-statements.md`]
  const lines = text.split('\n')
  const problems: string[] = []
  if (!lines[0]?.startsWith(`# ${number} `)) problems.push(`${file}:1: begin with "# ${number} " and the title`)
  if (!STATUS.test(lines[2] ?? '')) problems.push(`${file}:3: write "Status: accepted. Date: 2026-11-22."`)
  const headings = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3))
  const missing = SECTIONS.filter((section) => !headings.includes(section))
  for (const section of missing) problems.push(`${file}: the section "## ${section}" is missing`)
  const inOrder = headings.filter((heading) => SECTIONS.includes(heading))
  if (missing.length === 0 && inOrder.join() !== SECTIONS.join())
    problems.push(`${file}: sections come once each, in the order ${SECTIONS.join(', ')}`)
  const words = text.split(/\s+/).length
  if (words > MAX_WORDS)
    problems.push(
      `${file}: ${words} words, at most ${MAX_WORDS}: split it by decision, or move figures to docs/measurements.md`,
    )
  return problems
}

/** Returns numbers that are used twice. Gaps are numbers of records merged into others. */
export function inspectNumbers(names: string[]): string[] {
  const numbers = names.map((name) => name.slice(0, 4)).sort()
  const repeated = new Set(numbers.filter((number, i) => number === numbers[i - 1]))
  return [...repeated].map(
    (number) => `${FOLDER}: ${number} is used twice; give the newer record the number after the highest`,
  )
}

/** Returns records that the index does not link to exactly once. */
export function inspectIndex(names: string[], index: string): string[] {
  return names.flatMap((name) => {
    const links = index.split(`](${name})`).length - 1
    return links === 1 ? [] : [`${FOLDER}/${INDEX}: link to ${name} once, under its subject, not ${links} times`]
  })
}

export function inspectRecords(): string[] {
  const names = globSync('*', { cwd: path.join(root, FOLDER) }).filter((name) => name !== INDEX)
  const read = (name: string) => readFileSync(path.join(root, FOLDER, name), 'utf8')
  return [
    ...names.flatMap((name) => inspectRecord(name, read(name))),
    ...inspectNumbers(names),
    ...inspectIndex(names, read(INDEX)),
  ]
}

if (import.meta.main) {
  const lines = inspectRecords()
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
