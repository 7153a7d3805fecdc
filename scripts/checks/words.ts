// Keeps retired words out of texts, comments, file names and parts of identifiers. retired-words.ts lists them, their replacements,
// and the exceptions. `node scripts/checks/words.ts server/modules/tags` reads only that folder.
import { globSync } from 'node:fs'
import path from 'node:path'
import { inEachFile } from './each-file.ts'
import { ALLOWED, type Allowance, KEPT_NAMES, RETIRED_WORDS } from './retired-words.ts'
import { root } from './source-files.ts'

export interface Finding {
  file: string
  line: number
  word: string
  instead: string
}

// White space between words, also where a comment breaks the line.
const GAP = '(?:-|\\s[\\s*/]*)'
const RETIRED = new RegExp(
  `(?<![a-z])(?:${RETIRED_WORDS.map(({ word }) => `(${word.replaceAll(' ', GAP)})`).join('|')})(?![a-z])`,
  'gi',
)
const whole = (name: string) => `${/^\w/.test(name) ? '(?<!\\w)' : ''}(?:${name})(?!\\w)`
const KEPT = new RegExp(`${KEPT_NAMES.flatMap(({ names }) => names.map(whole)).join('|')}`, 'g')

/** Returns the retired words in a text, and in the file's name, with line 0. */
export function findRetiredWords(file: string, text: string): Finding[] {
  return [
    ...wordsIn(file).map((found) => ({ ...found, file, line: 0 })),
    ...wordsIn(withoutGlossary(text)).map((found) => ({ ...found, file })),
  ]
}

function wordsIn(text: string): Omit<Finding, 'file'>[] {
  const words = text.replace(KEPT, '·').replace(/([a-z0-9])(?=[A-Z])|_/g, '$1 ')
  let [line, read] = [1, 0]
  return [...words.matchAll(RETIRED)].map((match) => {
    line += words.slice(read, match.index).split('\n').length - 1
    read = match.index
    const which = match.slice(1).findIndex((group) => group !== undefined)
    return { line, word: match[0].replace(/\s[\s*/]*/g, ' '), instead: RETIRED_WORDS[which]?.instead ?? '' }
  })
}

/** Removes the last column of a glossary, which lists retired words. */
const withoutGlossary = (text: string): string =>
  text.replace(/^\| Word \| Means \| Not \|\n(?:\|.*\n)*/gm, (table) => table.replace(/[^|\n]*\|$/gm, '|'))

const isIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`)

const allows = ({ where, words }: Allowance, { file, word }: Finding): boolean =>
  where.some((place) => isIn(file, place)) && (words.length === 0 || words.includes(word.toLowerCase()))

/** Returns one line for each finding that is not allowed, and for each unused exception. */
export function inspectWords(findings: readonly Finding[], allowed: readonly Allowance[]): string[] {
  const unused = allowed.flatMap(({ where, words, why }) =>
    where.flatMap((place) =>
      (words.length > 0 ? words : ['']).flatMap((word) =>
        findings.some((found) => allows({ where: [place], words: word ? [word] : [], why }, found))
          ? []
          : [`retired-words.ts allows ${word || 'words'} in ${place}, which nothing uses: remove it`],
      ),
    ),
  )
  const retired = findings.filter((found) => !allowed.some((one) => allows(one, found)))
  return [...retired.map(lineOf), ...unused]
}

const lineOf = ({ file, line, word, instead }: Finding) =>
  line > 0 ? `${file}:${line}: "${word}": write ${instead}` : `${file}: "${word}" in its name: write ${instead}`

// The contract keeps its own texts.
const NOT_OURS = /^docs\/contract\/|^scripts\/checks\/(retired-words|words\.test)\.ts$/

/** Returns the files to check: the files in the given folders, or all. */
export const filesWithWords = (folders: readonly string[] = []): string[] =>
  globSync(
    [
      '*.{ts,mjs,md}',
      '{server,app,components,sdk,bench,e2e,scripts,examples}/**/*.{ts,tsx,mjs,css,md,sql}',
      'prisma/schema/*.prisma',
      'docs/**/*.md',
    ],
    { cwd: root, exclude: ['**/node_modules/**', '**/generated/**', '**/dist/**'] },
  ).filter((file) => !NOT_OURS.test(file) && (folders.length === 0 || folders.some((folder) => isIn(file, folder))))

export const readWords = (files: string[]): Finding[] => inEachFile('words', files, findRetiredWords).flat()

/** Counts findings by folder, highest count first. */
function countsByFolder(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const [file = ''] = line.split(':')
    const depth = file.startsWith('server/modules/') ? 3 : 2
    const folder = path.posix.dirname(file).split('/').slice(0, depth).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([folder, count]) => `${String(count).padStart(5)}  ${folder}`)
}

if (import.meta.main) {
  const folders = process.argv.slice(2).map((folder) => folder.replace(/\/$/, ''))
  const findings = readWords(filesWithWords(folders))
  // Only a run over the whole tree shows unused exceptions.
  const lines = inspectWords(findings, ALLOWED).filter((line) => folders.length === 0 || !line.endsWith('remove it'))
  for (const line of lines) console.error(line)
  if (lines.length > 0) console.error(`\n${countsByFolder(lines).join('\n')}\n${lines.length} findings`)
  process.exitCode = lines.length > 0 ? 1 : 0
}
