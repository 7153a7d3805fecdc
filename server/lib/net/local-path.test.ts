import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test('paths of this site pass, with query and fragment', () => {
  expect(localPath('/broadcasts/7?tab=clicks#top')).toBe('/broadcasts/7?tab=clicks#top')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  '',
  undefined,
  ['/a'],
  `/${'x'.repeat(9_000)}`,
])('%s leads home [O18]', (value) => {
  expect(localPath(value)).toBe('/')
})
