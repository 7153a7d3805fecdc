// Every citation resolves: `contract 8.2.3` to a section or a numbered item of docs/contract, `W6` to a line of docs/requirements.md, `decision
// 0048` to a record of docs/decisions. There is one way to write each.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

export interface Sources {
  /** Sections and numbered items of the contract: `8.2.3`, and `17.25` for item 25 of section 17. */
  contract: Set<string>
  requirements: Set<string>
  decisions: Set<string>
}

export interface Doc {
  file: string
  text: string
}

/** Returns the sections and numbers that can be cited. */
export function readSources(contract: Doc[], requirements: string, decisions: string[]): Sources {
  return {
    contract: new Set(contract.flatMap(({ text }) => numbersOf(text))),
    requirements: new Set([...requirements.matchAll(/^- \*\*([WOBLS]\d{1,2})\*\*/gm)].map(([, code = '']) => code)),
    decisions: new Set(decisions.map((file) => path.basename(file).slice(0, 4))),
  }
}

/** Returns headings and numbered items; `8.2` makes `8` citable, too. */
function numbersOf(text: string): string[] {
  let heading = ''
  return text.split('\n').flatMap((line) => {
    const number = /^#+ (\d+(?:\.\d+)*)\b/.exec(line)?.[1]
    if (number) {
      heading = number
      return number.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'))
    }
    const item = /^(?:\| )?(\d+)(?:\.| \|) /.exec(line)?.[1]
    return item && heading ? [`${heading}.${item}`] : []
  })
}

// White space between words, also where a comment breaks the line.
const GAP = '\\s[\\s*/]*'
const NUMBER = '\\d+(?:\\.\\d+)*'
const CONTRACT = new RegExp(`\\b[Cc]ontract${GAP}(${NUMBER}(?:(?:,| and| to)${GAP}${NUMBER})*)`, 'g')
// The contract refers to its own sections by their bare number.
const OWN_SECTION = /(?:\(|\b(?:sections?|see|of|in|as|from) )(\d{1,2}(?:\.\d{1,2}){1,2})\b/g
const DECISION = new RegExp(`\\b[Dd]ecisions?${GAP}(\\d+(?:(?:,| and)${GAP}\\d+)*)`, 'g')
const RECORD_FILE = /\bdocs\/decisions\/(\d{4}[a-z0-9-]*(?:\.md)?)/g
const REQUIREMENT = /\b[WOBLS]\d{1,2}\b/g
const OTHER_FORMS: [RegExp, string][] = [
  [/\b[Cc]ontract,?\s[\s*/]*(?:sections?|rows?|items?)\b/g, 'write "contract 8.2.3"'],
  [/\bcontract \d+(?:\.\d+)* (?:items?|rows?) \d/g, 'write "contract 17.25"'],
  [
    /\bcontract \d+(?:\.\d+)*, (?:step|rule|item|row)s? \d/g,
    'write the number of the step behind the section: "contract 10.2.4"',
  ],
  [/['"`]rows? \d+/g, 'write "[contract 19.86]" at the end of the name'],
  [/\b[Cc]hecklists? [WOBLS]\d/g, 'write the code alone: "W6"'],
  [/\b(?:decision )?records? \d+/g, 'write "decision 0048"'],
  [/\bdecision \d{1,3}\b/g, 'write four digits: "decision 0048"'],
]

/** Returns citations of a file that do not resolve or have the wrong form, in one line each. */
export function inspectCitations({ file, text }: Doc, sources: Sources): string[] {
  const problems: string[] = []
  const placeOf = (index = 0) => `${file}:${text.slice(0, index).split('\n').length}`
  const addMissing = (index: number, cited: string, where: string) =>
    problems.push(`${placeOf(index)}: ${cited} is not in ${where}`)
  for (const { index, 1: list = '' } of text.matchAll(CONTRACT)) {
    for (const [number] of list.matchAll(/\d+(?:\.\d+)*/g))
      if (!sources.contract.has(number)) addMissing(index, `contract ${number}`, 'docs/contract')
  }
  for (const { index, 1: number = '' } of file.startsWith('docs/contract/') ? text.matchAll(OWN_SECTION) : []) {
    if (!sources.contract.has(number)) addMissing(index, number, 'docs/contract')
  }
  for (const { index, 1: list = '' } of text.matchAll(DECISION)) {
    for (const [number] of list.matchAll(/\d{4,}/g))
      if (!sources.decisions.has(number)) addMissing(index, `decision ${number}`, 'docs/decisions')
  }
  for (const { index, 0: code } of text.matchAll(REQUIREMENT)) {
    if (!sources.requirements.has(code)) addMissing(index, code, 'docs/requirements.md')
  }
  for (const { index, 1: name = '' } of text.matchAll(RECORD_FILE)) {
    // The check of words has the list of files that may keep one.
    if (!file.endsWith('.md') && file !== 'scripts/checks/retired-words.ts')
      problems.push(`${placeOf(index)}: write "decision ${name.slice(0, 4)}", a record's title may change`)
    else if (!sources.decisions.has(name.slice(0, 4))) addMissing(index, name, 'docs/decisions')
  }
  for (const [pattern, advice] of OTHER_FORMS) {
    for (const { index, 0: other } of text.matchAll(pattern))
      problems.push(`${placeOf(index)}: "${other.trim()}": ${advice}`)
  }
  return /\.(test|spec)\.tsx?$/.test(file) ? [...problems, ...inspectNames(file, text)] : problems
}

/** Checks that a test is named after a fact of the product, with citations last, in brackets: `a redirect is not followed [W4]`. */
function inspectNames(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) => {
    const name = nameIn(line)
    if (!name) return []
    const rest = name.replace(/ \[[^[\]]*\]$/, '')
    return /\b[WOBLS]\d{1,2}\b|\bcontract \d/.test(rest)
      ? [`${file}:${i + 1}: "${name}": citations come last in a test's name, in brackets: "… [W6, contract 9.5]"`]
      : []
  })
}

/** Returns the name of a test or case that begins on the line. */
function nameIn(line: string): string | undefined {
  const begin = /^(?:.*\b(?:test|describe)\b.*\(|\s*\[?|\s*\]\)\()(['"`])/.exec(line)
  if (!begin || line.trimStart().startsWith('//')) return undefined
  const rest = line.slice(begin[0].length)
  const end = rest.indexOf(begin[1] ?? '')
  return end < 0 ? undefined : rest.slice(0, end)
}

const FILES = [
  '*.{ts,mjs,md}',
  '{server,app,components,sdk,bench,e2e,scripts,examples}/**/*.{ts,tsx,mjs,css,md,sql}',
  'prisma/schema/*.prisma',
  'docs/**/*.md',
]
// These files show the forms in texts that cite nothing.
const SHOWS_FORMS = /^scripts\/checks\/citations(\.test)?\.ts$/

const read = (file: string): Doc => ({ file, text: readFileSync(path.join(root, file), 'utf8') })

/** Returns all files that may cite. Applied migrations keep their original text. */
export const citingFiles = (): Doc[] =>
  globSync(FILES, { cwd: root, exclude: ['**/node_modules/**', '**/generated/**', '**/dist/**'] })
    .filter((file) => !SHOWS_FORMS.test(file))
    .map(read)

export const sourcesOfProject = (): Sources =>
  readSources(
    globSync('docs/contract/*.md', { cwd: root }).map(read),
    read('docs/requirements.md').text,
    globSync('docs/decisions/*.md', { cwd: root }),
  )

if (import.meta.main) {
  const sources = sourcesOfProject()
  const lines = citingFiles().flatMap((doc) => inspectCitations(doc, sources))
  for (const line of lines) console.error(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
