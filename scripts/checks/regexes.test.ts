import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRegexes } from './regex-sources.ts'
import { analyze, findings, isChecked, withoutSample } from './regexes.ts'

const linesFor = async (text: string, file = 'server/lib/words.ts') => {
  const regexes = readRegexes(file, text)
  return findings(regexes, await analyze(regexes))
}

test('the check refuses patterns that take quadratic or exponential time, with file and line', async () => {
  const text = 'const safe = /^a+$/\nconst trim = /^[\\d\\W_]+|[\\d\\W_]+$/g\nconst worse = /^(a+)+$/'
  expect(await linesFor(text)).toEqual([
    expect.stringMatching(/^server\/lib\/words\.ts:2: .* takes 2nd degree polynomial time/),
    expect.stringMatching(/^server\/lib\/words\.ts:3: .* takes exponential time/),
  ])
})

test('the check reads patterns composed of constants', async () => {
  const text = [
    'const SPACES = String.raw`\\s+`',
    'const WORD = /[a-z]/',
    "export const last = new RegExp(WORD.source + SPACES + '$', 'g')",
  ].join('\n')
  const [, last] = readRegexes('server/lib/words.ts', text)
  expect(last).toMatchObject({ line: 3, pattern: '[a-z]\\s+$', flags: 'g' })
  const dates = readFileSync('server/modules/imports/mapping/dates.ts', 'utf8')
  for (const { pattern } of readRegexes('server/modules/imports/mapping/dates.ts', dates)) expect(pattern).toBeDefined()
})

test('the check refuses patterns built at run time, except in tests', async () => {
  const text = "export const has = (word: string) => new RegExp('^' + word)"
  expect(await linesFor(text)).toEqual([expect.stringContaining('built at run time')])
  expect(await linesFor(text, 'server/lib/words.test.ts')).toEqual([])
})

test('the check reads every file of the product', () => {
  const files = [
    'server/lib/words.ts',
    'app/page.tsx',
    'components/x.tsx',
    'sdk/webhook.ts',
    'proxy.ts',
    'next.config.mjs',
  ]
  expect(files.filter((file) => !isChecked(file))).toEqual([])
  expect(isChecked('scripts/checks/structure.ts')).toBe(false)
})

test('a known result is not computed again', async () => {
  const regexes = readRegexes('server/lib/words.ts', 'const one = /^(a+)+$/')
  expect(await analyze(regexes, { '/^(a+)+$/': 'safe' })).toEqual({ '/^(a+)+$/': 'safe' })
})

test('the choice of known results to compute again depends only on them', () => {
  const known = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`/${n}/`, 'safe']))
  const again = (results: typeof known) => Object.keys(results).filter((key) => !(key in withoutSample(results)))
  expect(again(known)).toHaveLength(5)
  expect(again(known)).toEqual(again({ ...known }))
  expect(again({ ...known, '/x/': 'safe' })).not.toEqual(again(known))
})
