import { expect, test } from 'vitest'
import { citingFiles, inspectCitations, readSources, sourcesOfProject } from './citations.ts'

const contract = [
  '# 8.2 Subscribers',
  '## 8.2.3 Create',
  '# 17 Clients',
  '| # | Fact |',
  '|---|---|',
  '| 25 | flat |',
  '1. one',
]
const sources = readSources(
  [{ file: 'docs/contract/08-02-subscribers.md', text: contract.join('\n') }],
  '- **W6** No private addresses.\n- **S11** Foreign ids answer 404.',
  ['docs/decisions/0048-prepared-statements.md'],
)
const inspect = (text: string, file = 'server/core/page/page.ts') => inspectCitations({ file, text }, sources)

test('sections, the sections above them, and numbered items of the contract can be cited', () => {
  expect([...sources.contract].sort()).toEqual(['17', '17.1', '17.25', '8', '8.2', '8.2.3'])
})

test('citations that resolve pass, also when a comment breaks them over two lines', () => {
  const text = '/** As in contract\n * 8.2.3, 17.25 and 8.2 (W6, S11). Why: decision\n * 0048. */'
  expect(inspect(text)).toEqual([])
})

test.each([
  ['a section that does not exist', '// contract 8.3', 'contract 8.3 is not in docs/contract'],
  ['the second of two sections', '// contract 8.2.3 and 8.2.9', 'contract 8.2.9 is not in docs/contract'],
  ['an item that does not exist', '// contract 17.26', 'contract 17.26 is not in docs/contract'],
  ['a requirement that does not exist', '// guarded (W60)', 'W60 is not in docs/requirements.md'],
  ['a decision that does not exist', '// decision 0099', 'decision 0099 is not in docs/decisions'],
  ['another form for a section', '// contract section 8.2', 'write "contract 8.2.3"'],
  ['another form for an item', '// contract 17 item 25', 'write "contract 17.25"'],
  ['another form for a requirement', '// checklist W6', 'write the code alone'],
  ['another form for a decision', '// decision record 0048', 'write "decision 0048"'],
  ['a decision without its four digits', '// decision 48', 'write four digits'],
  ['the file of a decision', '// docs/decisions/0048-prepared-statements.md', 'write "decision 0048"'],
])('the check refuses %s, with file and line', (_, text, message) => {
  expect(inspect(`\n${text}`)).toEqual([expect.stringMatching(/^server\/core\/page\/page\.ts:2: /)])
  expect(inspect(`\n${text}`)[0]).toContain(message)
})

test('a document may link the file of a decision, if it exists', () => {
  expect(inspect('See [why](docs/decisions/0048-prepared-statements.md).', 'README.md')).toEqual([])
  expect(inspect('See [why](docs/decisions/0047-gone.md).', 'README.md')).toEqual([
    'README.md:1: 0047-gone.md is not in docs/decisions',
  ])
})

test('references inside the contract resolve, too', () => {
  expect(inspect('As in 8.2.3 (8.2), 9.5 % and 41 h.', 'docs/contract/07-bulk.md')).toEqual([])
  expect(inspect('See 8.2.3.\nText of 5.3.', 'docs/contract/07-bulk.md')).toEqual([
    'docs/contract/07-bulk.md:2: 5.3 is not in docs/contract',
  ])
})

test.each([
  "test('W6: private addresses are refused', async () => {",
  "  ['S11: another account', 404],",
  "])('%s is refused (W6) and logged', async (url) => {",
  "describe('contract 8.2.3: create', () => {",
])('the check refuses a test name whose citations do not come last: %s', (line) => {
  expect(inspect(line, 'server/lib/fetch.test.ts')).toEqual([expect.stringContaining('citations come last')])
})

test('a test name may end with citations in brackets', () => {
  const text =
    "test('private addresses are refused [W6, contract 8.2.3]', () => {\n  // W6 in a comment\n  expect('W6').toBe(1)"
  expect(inspect(text, 'server/lib/fetch.test.ts')).toEqual([])
})

test('every citation of the project resolves, and the check finds enough citations', () => {
  const [files, project] = [citingFiles(), sourcesOfProject()]
  expect(files.flatMap((doc) => inspectCitations(doc, project))).toEqual([])
  expect(files.filter(({ text }) => /\b[WOBLS]\d{1,2}\b|contract \d/.test(text)).length).toBeGreaterThan(200)
})
