import { expect, test } from 'vitest'
import { inspectChangelog } from './changelog.ts'

/** Inspects a changelog whose unreleased part is this text. */
const inspect = (unreleased: string) =>
  inspectChangelog(
    `# Changelog\n\n## Unreleased\n${unreleased}\n## 0.1.0 - 2026-11-29\n\n### Added\n${'x'.repeat(200)}\n`,
  )

test('unreleased entries of one line each, under areas, are accepted', () => {
  expect(inspect('')).toEqual([])
  expect(inspect(`\n### Sequences\n- A thing.\n- ${'é'.repeat(148)}\n\n### Running it\n- Another.\n`)).toEqual([])
})

test('a long entry, one without an area and one of several lines are refused', () => {
  expect(inspect(`\n### Sequences\n- ${'é'.repeat(149)}\n`).join()).toMatch(
    /^CHANGELOG\.md:6: 151 characters, at most 150/,
  )
  expect(inspect('\n- A thing.\n').join()).toMatch(
    /^CHANGELOG\.md:5: put the entry under its area: Writing and sending;/,
  )
  expect(inspect('\n### Sequences\n- A thing\n  of two lines.\n')).toEqual([
    'CHANGELOG.md:7: an entry is one line that begins with "- "',
  ])
})

test('other headings, an area that comes twice and a missing part are refused', () => {
  expect(inspect('\n### Fixed\n- A thing.\n').join()).toContain('CHANGELOG.md:5: "### Fixed" is no area; choose one:')
  expect(inspect('\n### Sequences\n- A.\n\n### Sequences\n- B.\n')).toEqual([
    'CHANGELOG.md:8: "### Sequences" is there already, add the entry to it',
  ])
  expect(inspectChangelog('# Changelog\n')).toEqual(['CHANGELOG.md: the part "## Unreleased" is missing'])
})
