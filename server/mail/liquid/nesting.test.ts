import { describe, expect, test } from 'vitest'
import { ratio } from '../../testing/processor-time.ts'
import { sampled } from '../../testing/runner/deep.ts'
import { plainTextOf } from '../html/plain-text.ts'
import { sanitizeForeign, sanitizeHtml, sanitizeRendered } from '../html/sanitize.ts'
import { hasContent, htmlToText } from '../html/text.ts'
import { fieldsOf } from '../merge-tags/read.ts'
import { quotedPrintable } from '../mime/encoding.ts'
import { MAX_NESTING, NestingError } from './nesting.ts'
import { parseLiquid } from './template.ts'

const SIZE = 500_000
const fill = (part: string) => part.repeat(Math.floor(SIZE / part.length))
const FLAT = fill('<div>x</div>')
const PARSERS = { sanitizeHtml, sanitizeRendered, htmlToText, parse: (html: string) => parseLiquid(html, 'html') }

const attempt = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (!(error instanceof NestingError)) throw error
    return error
  }
  return undefined
}

describe('HTML that is nested too deeply is refused, and costs less than flat HTML of its size', () => {
  const hostile: Record<string, string> = {
    elements: fill('<div>'),
    'closed elements': '<div>'.repeat(SIZE / 11) + '</div>'.repeat(SIZE / 11),
    tables: fill('<table><tr><td>'),
    lists: fill('<ul><li>'),
    'content blocks': fill('<div data-content-block="1">'),
    'inline elements': fill('<b>x'),
    'upper case and blanks': fill('<DIV\n >'),
    'elements that look closed': fill('<div/>'),
    'an attribute that holds >': fill('<div title="a>b">'),
    'an attribute that holds a closing tag': fill('<div title="</div>">'),
    'comments that hold closing tags': fill('<div><!-- </div> -->'),
    'closing tags of other elements': fill('<div></p>'),
    'a comment that only Liquid prints': `{{ "<!--" }}${fill('<div>')}`,
    'a quote that only Liquid prints': `<a title="{{ '"' }}">${fill('<div>')}`,
    'Liquid that does not parse': `{{ ${fill('<div>')}`,
    svg: fill('<svg>'),
  }
  for (const [name, read] of Object.entries(PARSERS)) {
    test.each(sampled(Object.entries(hostile), 4))(`${name}: %s`, (kind, html) => {
      // Rendered HTML has no Liquid. Elsewhere, invalid Liquid is a separate error.
      if (kind.includes('Liquid') && name === 'sanitizeRendered') return
      if (kind === 'Liquid that does not parse' && name !== 'sanitizeHtml') return
      let error: NestingError | undefined
      const refuse = () => {
        error = attempt(() => read(html))
      }
      expect(ratio(refuse, () => sanitizeHtml(FLAT), 3)).toBeLessThan(3)
      expect(error?.message).toContain(`deeper than ${MAX_NESTING} levels`)
    })
  }

  test('the block of an app', () => {
    expect(attempt(() => sanitizeForeign(fill('<div>')))).toBeInstanceOf(NestingError)
    const inBlock = `<div data-content-block="1">${'<p><b><i>'.repeat(100)}</div>`
    expect(attempt(() => sanitizeHtml(inBlock))).toBeInstanceOf(NestingError)
  })
})

test.each([
  ['200 levels', `${'<div>'.repeat(MAX_NESTING)}x${'</div>'.repeat(MAX_NESTING)}`],
  ['paragraphs that are never closed', '<p>x'.repeat(5_000)],
  ['list items that are never closed', `<ul>${'<li>x'.repeat(5_000)}</ul>`],
  ['rows and cells that are never closed', `<table>${'<tr><td>x<td>y'.repeat(2_000)}</table>`],
  ['line breaks and images', '<br><img src="https://a.example/x.png">'.repeat(2_000)],
  ['tags in a comment', `<!-- ${'<div>'.repeat(1_000)} --><p>x</p>`],
  ['tags in Liquid', `<p>{{ "${'<b>'.repeat(500)}" }}</p>`],
])('HTML of %s is not nested', (_name, html) => {
  const { sanitizeRendered: _, ...parsers } = PARSERS
  for (const read of Object.values(parsers)) expect(attempt(() => read(html))).toBeUndefined()
})

test('the error names the line of the element that is too deep', () => {
  expect(attempt(() => sanitizeHtml(`<p>\n\n${'<div>'.repeat(199)}\n<b>`))?.line).toBeUndefined()
  expect(attempt(() => sanitizeHtml(`<br>\n\n${'<div>'.repeat(200)}\n<b>`))?.line).toBe(4)
})

test('Liquid that is nested too deeply is refused with its line', () => {
  for (const tag of ['if a', 'unless a', 'for a in b', 'case a', 'capture a', 'comment']) {
    const error = attempt(() => parseLiquid(`\n${`{% ${tag} %}`.repeat(20_000)}`, 'html'))
    expect(error?.message).toContain('Liquid tags are nested deeper')
    expect(error?.line).toBe(2)
  }
  expect(attempt(() => parseLiquid(`{{ ${'a['.repeat(100_000)} }}`, 'line'))).toBeInstanceOf(NestingError)
  expect(attempt(() => parseLiquid(`{% assign a = ${'('.repeat(100_000)} %}`, 'line'))).toBeInstanceOf(NestingError)
  const deep = (levels: number) => `${'{% if a %}'.repeat(levels)}x${'{% endif %}'.repeat(levels)}`
  expect(attempt(() => parseLiquid(deep(200), 'html').render({ a: true }))).toBeUndefined()
  expect(attempt(() => parseLiquid(deep(1).repeat(5_000), 'html'))).toBeUndefined()
})

test('the cost of Liquid tags grows linearly', () => {
  parseLiquid('{{ warm }}'.repeat(20_000), 'html')
  const parse = (tags: number) => () => parseLiquid('{{ a }}'.repeat(tags), 'line')
  // In quadratic time, six times the tags would cost 36 times as much.
  expect(ratio(parse(90_000), parse(15_000), 18)).toBeLessThan(18)
})

test('the variables of a text are read in one pass, with and without loops and assignments', () => {
  const texts: Record<string, (count: number) => string> = {
    printed: (count) => '<p>{{ subscriber.first_name | default: account.name }}</p>'.repeat(count),
    different: (count) => Array.from({ length: count }, (_, at) => `{{ subscriber.a${at} }}\n`).join(''),
    assigned: (count) => Array.from({ length: count }, (_, at) => `{% assign a${at} = subscriber.b %}`).join(''),
  }
  for (const text of Object.values(texts)) {
    fieldsOf(text(2_000))
    const read = (count: number) => () => fieldsOf(text(count))
    expect(ratio(read(24_000), read(4_000), 18)).toBeLessThan(18)
  }
})

test('a long line is encoded in one pass, also if each encoded line begins with a dot', () => {
  const dots = (count: number) => () => quotedPrintable('.'.repeat(count), true)
  dots(50_000)()
  expect(ratio(dots(1_800_000), dots(300_000), 18)).toBeLessThan(18)
})

test('a table with many rows is written as text in one pass', () => {
  const table = (rows: number) => `<table>${'<tr><td>x</td></tr>'.repeat(rows)}</table>`
  const read = (rows: number) => () => plainTextOf(table(rows))
  read(1_000)()
  expect(ratio(read(18_000), read(3_000), 18)).toBeLessThan(18)
})

test('characters that could begin a tag, but do not, are read in one pass', () => {
  const signs = fill('< ')
  expect(
    ratio(
      () => hasContent(signs),
      () => sanitizeHtml(FLAT),
      3,
    ),
  ).toBeLessThan(3)
})
