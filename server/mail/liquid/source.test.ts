import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LiquidError } from './error.ts'
import { decodeLiquid, maskLiquid, resolveSnippets, snippetKeys } from './source.ts'

describe('masking', () => {
  test('hides tags and outputs and restores them', () => {
    const source = '<p {{ a }}>{% if x < 1 %}b{% endif %}</p>'
    const masked = maskLiquid(source)
    expect(masked.text).not.toMatch(/[{%]/)
    expect(masked.unmask(masked.text)).toBe(source)
  })

  test('uses the boundaries of LiquidJS, not the first closing braces', () => {
    const hostile = '{{ "}}" {% }}<script>alert(1)</script> %}'
    expect(maskLiquid(hostile).text).toContain('<script>')
  })

  test('a mark in the source cannot name a tag', () => {
    const masked = maskLiquid('\uE0000\uE001{{ a }}')
    expect(masked.unmask(masked.text)).toBe('0{{ a }}')
  })

  test('restores any text that is valid Liquid', () => {
    const piece = fc.constantFrom(
      '{{ a }}',
      '{% if b %}',
      '{% endif %}',
      '<p>',
      '"',
      "'",
      'x',
      '}}',
      '%}',
      '{',
      '\n',
      'ü',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const source = pieces.join('')
        try {
          const masked = maskLiquid(source)
          expect(masked.unmask(masked.text)).toBe(source)
        } catch (error) {
          expect(error).toBeInstanceOf(LiquidError)
        }
      }),
    )
  })
})

test('entities outside of Liquid are left alone', () => {
  expect(decodeLiquid('a &gt; b {% if x &gt; 1 %}&lt;{% endif %}')).toBe('a &gt; b {% if x > 1 %}&lt;{% endif %}')
})

test.each([
  ['{% raw %}{{% endraw %}{{ a }}', '&#123;{{ a }}'],
  ['{% raw %}{{% endraw %}% if x %}', '&#123;% if x %}'],
  ['{% raw %}&#123;% raw %} {{ b }}{% endraw %}', '&#123;% raw %} &#123;{ b }}'],
  ['{{ a | default: «vous» }}', '{{ a | default: "vous" }}'],
  ['{{ a | default: &laquo;&nbsp;toi &amp; moi&nbsp;&raquo; }}', '{{ a | default: "toi & moi" }}'],
  ['{{ a | default: «\u202fl’ami\u202f» }}', '{{ a | default: "l’ami" }}'],
  ['{% if a == »Oslo« and b %}', '{% if a == "Oslo" and b %}'],
  ['{{ a | default: "«vous»" }}', '{{ a | default: "«vous»" }}'],
  ['{{ a | default: “«vous»” }}', '{{ a | default: "«vous»" }}'],
  ['{{ "now" | date: &#8220;%H:%M&#8221; }}', '{{ "now" | date: "%H:%M" }}'],
  [`{{ “now” | date: '%H:%M' | append: ‘ h’ }}`, `{{ "now" | date: '%H:%M' | append: ' h' }}`],
  ['{% if a == "x" or b == «y» or c == „z“ %}', '{% if a == "x" or b == "y" or c == "z" %}'],
  ['{{ a | default: &ldquo;x&quot; }}{{ a | default: &quot;x” }}', '{{ a | default: "x" }}{{ a | default: "x" }}'],
  [`{{ a | default: “it&#39;s „you”, "b" }}`, `{{ a | default: "it's „you", "b" }}`],
  ['{{ a | default: “say "hi"” }}', `{{ a | default: 'say "hi"' }}`],
  [`{{ a | default: 'Lin’s “x”' | append: “y” }}`, `{{ a | default: 'Lin’s “x”' | append: "y" }}`],
])('%s is meant as %s', (source, meant) => expect(decodeLiquid(source)).toBe(meant))

describe('snippets', () => {
  const contents: Record<string, string> = {
    'sign-off': 'Yours, {{ subscriber.first_name }} {{snippet.name}}',
    name: 'Nora',
    loop: 'a\n{{ snippet.loop-2 }}',
    'loop-2': '{{ snippet.loop }}',
    twice: '{{ snippet.wide }}{{ snippet.wide }}',
  }
  const resolve = (source: string) => resolveSnippets(source, (key) => contents[key])

  test('are inserted, also inside each other, and their Liquid is kept', () => {
    expect(resolve('Bye. {{ snippet.sign-off }}!')).toBe('Bye. Yours, {{ subscriber.first_name }} Nora!')
    expect(resolve('{{- snippet["name"] -}} {{ snippet[&quot;name&quot;] }}')).toBe('Nora Nora')
    expect(resolve('{{ snippet.name }}{{ snippet.name }}')).toBe('NoraNora')
  })

  test('an unknown key prints nothing', () => {
    expect(resolve('[{{ snippet.unknown }}]')).toBe('[]')
  })

  test('a circular reference is refused with its line', () => {
    expect(() => resolve('{{ snippet.loop }}')).toThrow(
      new LiquidError('content contains a circular snippet reference', 1),
    )
  })

  test('growth without a circular reference ends', () => {
    const bomb = (key: string) => {
      const depth = Number(key.slice(1))
      return depth > 40 ? 'x'.repeat(100) : `{{ snippet.s${depth + 1} }}{{ snippet.s${depth + 1} }}`
    }
    expect(() => resolveSnippets('{{ snippet.s1 }}', bomb)).toThrow('the snippets are too long')
  })

  test('growth without output ends, and so does depth', () => {
    const hollow = (key: string) => {
      const depth = Number(key.slice(1))
      return depth > 40 ? '' : `{{ snippet.s${depth + 1} }}{{ snippet.s${depth + 1} }}`
    }
    expect(resolveSnippets('{{ snippet.s1 }}', hollow)).toBe('')
    const deep = (key: string) => `{{ snippet.s${Number(key.slice(1)) + 1} }}`
    expect(() => resolveSnippets('{{ snippet.s1 }}', deep)).toThrow('the snippets are nested too deeply')
  })
  test('filters on a snippet are refused rather than ignored', () => {
    expect(() => resolve('x\n{{ snippet.name | upcase }}')).toThrow('a snippet takes no filters')
  })

  test('each key in a template is listed once', () => {
    expect(
      snippetKeys('{{ snippet.a }}{{ snippet.b-c }}{{ snippet.a }}{{ subscriber.x }}{% if snippet.d %}{% endif %}'),
    ).toEqual(['a', 'b-c'])
  })
})
