import { expect, test } from 'vitest'
import { inspectIndex, inspectNumbers, inspectRecord, inspectRecords } from './decision-records.ts'

const record = (change: (text: string) => string = (text) => text) =>
  change(
    [
      '# 0048 Prepared statements',
      '',
      'Status: accepted. Date: 2026-11-22.',
      ...['Context', 'Options considered', 'Decision', 'Consequences'].map((section) => `\n## ${section}\n\nText.`),
    ].join('\n'),
  )

test('a record with title, status, date and its four sections passes, also with others in between', () => {
  expect(inspectRecord('0048-prepared-statements.md', record())).toEqual([])
  const measured = record((text) => text.replace('## Consequences', '## Measured\n\n2 ms.\n\n## Consequences'))
  expect(inspectRecord('0048-prepared-statements.md', measured)).toEqual([])
})

test.each([
  ['another number in the title', (text: string) => text.replace('# 0048', '# 48'), 'begin with "# 0048 "'],
  ['no date', (text: string) => text.replace(' Date: 2026-11-22.', ''), 'Date: 2026-11-22.'],
  ['an unknown status', (text: string) => text.replace('accepted', 'done'), 'Status: accepted'],
  [
    'no options',
    (text: string) => text.replace('## Options considered', '## Ideas'),
    '"## Options considered" is missing',
  ],
  [
    'sections in another order',
    (text: string) =>
      text.replace('## Decision', '## X').replace('## Consequences', '## Decision').replace('## X', '## Consequences'),
    'in the order Context',
  ],
  ['more than two pages', (text: string) => `${text}${' word'.repeat(1_000)}`, 'split it'],
])('the check refuses a record with %s', (_, change, message) => {
  expect(inspectRecord('0048-prepared-statements.md', record(change))).toEqual([expect.stringContaining(message)])
})

test('the check refuses a file without a number and a number used twice, and allows gaps', () => {
  expect(inspectRecord('prepared.md', record())).toEqual([expect.stringContaining('name it after its number')])
  expect(inspectNumbers(['0001-a.md', '0002-b.md', '0002-c.md', '0002-d.md', '0004-e.md'])).toEqual([
    'docs/decisions: 0002 is used twice; give the newer record the number after the highest',
  ])
})

test('the check refuses an index that leaves a record out or has it twice', () => {
  const index = '[a](0001-a.md) [b](0002-b.md) [b](0002-b.md)'
  expect(inspectIndex(['0001-a.md', '0002-b.md', '0003-c.md'], index)).toEqual([
    'docs/decisions/README.md: link to 0002-b.md once, under its subject, not 2 times',
    'docs/decisions/README.md: link to 0003-c.md once, under its subject, not 0 times',
  ])
})

test('the records of the project have the same form, unique numbers and a place in the index', () =>
  expect(inspectRecords()).toEqual([]))
