import { expect, test } from 'vitest'
import { inspectVoice, voiceProblems } from './voice.ts'

const FILE = 'server/modules/tags/service.ts'
const find = (text: string) => inspectVoice(FILE, text)

test.each([
  ['a clause in place of a noun', '/** What a queue waits for. */', `${FILE}:1: "What": begin with a noun or a verb`],
  ['a clause that ends nowhere', '  // Whether it is open', `${FILE}:1: "Whether": begin with a noun or a verb`],
  ['a genitive without its noun', 'x\n  /** Of the form. */', `${FILE}:2: "Of": name the noun first`],
  ['a comment of the schema', '  /// Those of the sequence.', `${FILE}:1: "Those": name the noun first`],
  ['a comment of JSX', '      {/* Who signs in. */}', `${FILE}:1: "Who": begin with a noun or a verb`],
  ['a noun behind a pronoun', '// The names and those of tags.', `${FILE}:1: "those of": repeat the noun`],
  [
    'words that a comment breaks over two lines',
    '/**\n * Tags all. Skips those\n * who left.\n */',
    `${FILE}:2: "those who": repeat the noun`,
  ],
  ['a number without its name', '/** Stops after\n * so many calls. */', `${FILE}:2: "so many": name the number`],
  ['a bound with another name', 'const LONGEST_NAME = 3', `${FILE}:1: LONGEST_NAME: a bound is named MAX_ or MIN_`],
])('%s is reported', (_, text, problem) => {
  expect(find(text)).toContain(problem)
})

test.each([
  ['code', "const text = 'What is that of those who left?'"],
  ['a sentence that begins in an earlier line', '// Returns the text of\n// What the creator wrote.'],
  ['a condition', '// Stops when one of those ends.'],
  ['a bound', 'const MAX_NAMES = 3'],
])('%s is not reported', (_, text) => {
  expect(find(text)).toEqual([])
})

test('comments of the project begin with a noun or a verb and repeat their nouns', () => {
  expect(voiceProblems()).toEqual([])
})
