import { expect, test } from 'vitest'
import { KEPT_NAMES } from './retired-words.ts'
import { filesWithWords, findRetiredWords, inspectWords } from './words.ts'

const FILE = 'server/modules/tags/service.ts'
const find = (text: string, file = FILE) => findRetiredWords(file, text).map(({ line, word }) => `${line} ${word}`)

test.each([
  ['a comment', '// Only the verdict counts.', '1 verdict'],
  ['a text', "throw conflict('A person must confirm')", '1 person'],
  ['a JSX text', '<p>\n  Log in first\n</p>', '2 Log in'],
  ['a part of a camelCase name', 'const lastVerdictOf = 1', '1 Verdict'],
  ['a part of a snake_case name', '  swept_at DateTime?', '1 swept'],
  ['a part of a constant', 'const LANE_COUNT = 2', '1 LANE'],
  ['a verb', '// What judges a reply.', '1 judges'],
  ['a British spelling', '// Selects the neighbour.', '1 neighbour'],
  ['a name of two words', 'export const lookAfterTags = 1', '1 look After'],
  ['words that a comment breaks over two lines', '\n/** Written so\n * that it can be read. */', '2 so that'],
])('a retired word is found in %s', (_, text, found) => {
  expect(find(text)).toEqual([found])
})

test('a retired word is found in the name of a file', () => {
  const findings = findRetiredWords('server/modules/tags/sweep.ts', '')
  expect(inspectWords(findings, [])).toEqual(['server/modules/tags/sweep.ts: "sweep" in its name: write purge expired'])
})

test('a finding names the file, the line, the word and what to write instead', () => {
  expect(inspectWords(findRetiredWords(FILE, 'a\n// Mailed at once.'), [])).toEqual([
    `${FILE}:2: "at once": write immediately, or at the same time`,
  ])
})

test.each([
  ['words that only contain one', 'const planes = outstanding + troubleshoot + sweeperless + personal + lettering'],
  ['a crowd in friendly copy', '<p>1,912 people</p>'],
  ['a crowd of a count', '<p>{count} people</p>'],
  ['the ID of a job of users', "job({ id: 'people/mail-reset-link' })"],
  ['the ID of a job', "cron({ id: 'exports/sweep' })"],
  ['the last column of a glossary', '| Word | Means | Not |\n| --- | --- | --- |\n| lock | | hold the lock, lane |\n'],
])('no retired word is found in %s', (_, text) => {
  expect(find(text)).toEqual([])
})

test('a word may stay in the listed files only', () => {
  const allowed = [{ where: ['server/modules/tags'], words: ['verdict'], why: 'a column' }]
  const inspect = (file: string, text: string) => inspectWords(findRetiredWords(file, text), allowed)
  expect(inspect(FILE, '// a verdict')).toEqual([])
  expect(inspect(FILE, '// a verdict of a person')).toEqual([expect.stringContaining('"person"')])
  expect(inspect('server/modules/tags-old/a.ts', '// a verdict')).toContainEqual(expect.stringContaining('"verdict"'))
})

test('an exception that nothing uses is reported', () => {
  const allowed = [{ where: ['server/modules/tags'], words: ['verdict'], why: 'a column' }]
  expect(inspectWords([], allowed)).toEqual([
    'retired-words.ts allows verdict in server/modules/tags, which nothing uses: remove it',
  ])
})

test('code, docs and the schema are read; the contract, generated code and applied migrations are not', () => {
  const files = filesWithWords()
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'proxy.ts', 'prisma/schema/work.prisma', 'docs/architecture.md', FILE]),
  )
  expect(files.filter((file) => /^docs\/contract|generated|prisma\/migrations/.test(file))).toEqual([])
  expect(files.length).toBeGreaterThan(1_000)
  expect(filesWithWords(['server/modules/tags']).every((file) => file.startsWith('server/modules/tags/'))).toBe(true)
})

test('every kept name has a reason', () => {
  expect(KEPT_NAMES.filter(({ names, why }) => names.length === 0 || !why)).toEqual([])
})
