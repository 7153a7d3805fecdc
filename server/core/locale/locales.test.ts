import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatCount, formatDate, formatNumber, formatRelative } from '../../../components/format.ts'
import { rich } from '../../../components/rich-text.ts'
import { missingIn } from '../../build/texts/missing.ts'
import { addPseudoLocales, pseudoText } from '../../build/texts/pseudo-locales.ts'
import { currentLocale } from '../../lib/locale/current.ts'
import { listText } from '../../lib/locale/formats.ts'
import { t, text } from '../../lib/locale/texts.ts'
import { addLocale, findLocale, localeFor } from './locales.ts'
import { inLocale } from './scope.ts'
import { localeScript, scriptAddress } from './script.ts'

addLocale('pl-PL', {
  'Delete {0} from {1}': 'Z {1} usuń {0}',
  'Read <0>the guide for {1}</0>.': '<0>Poradnik: {1}</0>. Przeczytaj.',
  '{0} tag': { one: '{0} tag', few: '{0} tagi', many: '{0} tagów', other: '{0} tagu' },
  Untranslated: '',
})
const polish = localeFor({ chosen: 'pl-PL' })

test('the chosen locale counts, then what the browser accepts, then English', () => {
  const tagFor = (accepted: string, chosen?: string) => localeFor({ accepted, chosen }).tag
  expect(tagFor('pl-PL,pl;q=0.9,en;q=0.8')).toBe('pl-PL')
  expect(tagFor('en-GB,pl-PL;q=0.8')).toBe('en-GB')
  expect(tagFor('pl-PL;q=0.3, EN-au;q=0.9')).toBe('en-AU')
  expect(tagFor('xx, de-DE, en-SE;q=0.5')).toBe('en')
  expect(tagFor('pl-PL;q=0')).toBe('en')
  expect(tagFor('en-GB', 'pl-PL')).toBe('pl-PL')
  expect(tagFor('en-GB', 'unknown')).toBe('en-GB')
  expect(tagFor(`${'x-'.repeat(10_000)}, ;;q=,*`, '__proto__')).toBe('en')
})

test('each request has its own locale, also after it waited', async () => {
  const answer = async (tag: string) => {
    await new Promise(setImmediate)
    return `${text('Delete {0} from {1}', 'a', 'b')} ${currentLocale().tag} ${tag}`
  }
  const [first, second] = await Promise.all([
    inLocale(polish, () => answer('first')),
    inLocale(localeFor({ accepted: 'en-GB' }), () => answer('second')),
  ])
  expect([first, second]).toEqual(['Z b usuń a pl-PL first', 'Delete a from b en-GB second'])
  expect(t`Delete ${1} from ${2}`).toBe('Delete 1 from 2')
  expect(inLocale(polish, () => [t`Untranslated`, t`Unknown`])).toEqual(['Untranslated', 'Unknown'])
})

test('elements of a text are where the translation has them', () => {
  const page = () =>
    renderToStaticMarkup(rich('Read <0>the guide for {1}</0>.', (children) => rich('<0/>', children), 'tags'))
  expect(page()).toBe('Read the guide for tags.')
  expect(inLocale(polish, page)).toBe('Poradnik: tags. Przeczytaj.')
})

test('numbers, plurals, dates, relative times and lists are those of the locale', () => {
  const all = () => [
    formatNumber(12_345),
    ...[1, 2, 5].map((count) => formatCount(count, 'tag')),
    formatDate('2027-03-07T12:00:00Z', 'UTC'),
    formatRelative('2027-03-07T12:00:00Z', Date.parse('2027-03-07T15:00:00Z')),
    listText(['a', 'b', 'c']),
  ]
  expect(all()).toEqual(['12,345', '1 tag', '2 tags', '5 tags', 'Mar 7, 2027', '3 hours ago', 'a, b, c'])
  expect(inLocale(polish, all)).toEqual([
    '12\u00a0345',
    '1 tag',
    '2 tagi',
    '5 tagów',
    '7 mar 2027',
    '3 godziny temu',
    'a, b i c',
  ])
  expect(inLocale(localeFor({ accepted: 'en-GB' }), all)).toEqual([
    '12,345',
    '1 tag',
    '2 tags',
    '5 tags',
    '7 Mar 2027',
    '3 hours ago',
    'a, b, c',
  ])
})

test('an English page loads no catalog; another loads its own from an address that changes with it', () => {
  expect(scriptAddress(localeFor({ accepted: 'en-GB' }))).toBeUndefined()
  const before = scriptAddress(polish)
  expect(before).toMatch(/^\/api\/texts\/pl-PL\?v=[\w-]{12}$/)
  addLocale('pl-PL', { ...polish.catalog, Save: '</script>' })
  const changed = localeFor({ chosen: 'pl-PL' })
  expect(scriptAddress(changed)).not.toBe(before)
  expect(localeScript(changed)).toContain('Z {1} usuń {0}')
})

test('a catalog is complete if it has each text with all of its places', () => {
  const messages = ['Save', 'Delete {0}', '{0} tag', 'Read <0>it</0>']
  expect(missingIn(messages, {})).toEqual(messages)
  expect(
    missingIn(messages, {
      Save: 'Zapisz',
      'Delete {0}': 'Usuń',
      '{0} tag': { one: '{0} tag', other: '{0} tagów' },
      'Read <0>it</0>': 'Czytaj',
    }),
  ).toEqual(['Delete {0}', 'Read <0>it</0>'])
})

test('pseudo-locales have accents and longer texts, and one is written from right to left', () => {
  addPseudoLocales(['Save', '{0} subscriber'])
  expect(pseudoText('Delete {0} and <1>the rest</1> of {{ name }}')).toMatch(
    /^\P{ASCII}+ \{0\} \P{ASCII}+ <1>\P{ASCII}+ \P{ASCII}+<\/1> \P{ASCII}+ \{\{ name \}\}$/u,
  )
  expect(pseudoText('Broadcasts').length).toBeGreaterThanOrEqual(13)
  expect(findLocale('en-XA')?.dir).toBe('ltr')
  expect(findLocale('ar-XB')?.dir).toBe('rtl')
  expect(inLocale(localeFor({ chosen: 'ar-XB' }), () => text('Save'))).toMatch(/^\u200f\P{ASCII}+\u200f$/u)
  expect(inLocale(localeFor({ chosen: 'en-XA' }), () => formatCount(2, 'subscriber'))).toMatch(/^2 \P{ASCII}+$/u)
})
