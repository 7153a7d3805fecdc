import { expect, test } from 'vitest'
import { cutChangelog, isAfter } from './release.ts'

const BEFORE = `# Changelog

## Unreleased

### Sequences
- A thing.

## 0.1.0 - 2026-11-01

### Automations
- Everything.
`

test('what is unreleased gets the version and the date, and is the text of the tag', () => {
  const { changelog, notes } = cutChangelog(BEFORE, { version: '0.2.0', date: '2026-12-01' })
  expect(notes).toBe('### Sequences\n- A thing.')
  expect(changelog).toBe(BEFORE.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 - 2026-12-01\n'))
  expect(() => cutChangelog(changelog, { version: '0.3.0', date: '2026-12-02' })).toThrow('Nothing is unreleased')
  expect(() => cutChangelog(BEFORE, { version: '0.1.0', date: '2026-12-02' })).toThrow('a part for 0.1.0 already')
})

test('the first version may have its part already, and then its text is that of the tag', () => {
  const first = { version: '0.1.0', date: '2026-12-02', is_first: true }
  const cut = BEFORE.replace('\n### Sequences\n- A thing.\n', '')
  expect(cutChangelog(cut, first)).toEqual({ changelog: cut, notes: '### Automations\n- Everything.' })
  expect(() => cutChangelog(BEFORE, first)).toThrow('Move what is unreleased into the part for 0.1.0')
})

test('versions are compared by number', () => {
  expect(['0.2.0', '0.1.10', '1.0.0'].every((version) => isAfter(version, '0.1.9'))).toBe(true)
  expect(['0.1.9', '0.1.8', '0.0.10'].some((version) => isAfter(version, '0.1.9'))).toBe(false)
  expect(() => isAfter('v2', '0.1.9')).toThrow('"v2" is no version such as 1.2.3.')
})
