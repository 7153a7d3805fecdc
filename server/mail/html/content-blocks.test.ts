import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liquidSpans } from '../liquid/source.ts'
import { blockAttributes, mapBlocks, readBlock, withoutBlockMarks } from './content-blocks.ts'
import { escapeHtml } from './escape-html.ts'
import { sanitizeForeign, sanitizeHtml } from './sanitize.ts'

const block = (inner: string, settings: Record<string, unknown> = { color: 'red' }) => {
  const attributes = Object.entries(blockAttributes({ plugin_id: 7, name: 'Product of "Acme"', settings }))
  return `<div ${attributes.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ')}>${inner}</div>`
}

describe("an app's HTML becomes harmless", () => {
  test.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<iframe src="https://x.example"></iframe><audio src="x"></audio><video></video><p>x</p>', '<p>x</p>'],
    ['<form action="https://x.example"><input name="a"><select><option>o</option></select>x</form>', 'x'],
    ['<button onclick="alert(1)">Buy</button><textarea>t</textarea>', 'Buy'],
    ['<link rel="stylesheet" href="https://x.example/a.css"><style>@import "x"</style><p>x</p>', '<p>x</p>'],
    ['<p style="color:red;background:url(https://x.example/p.png)">x</p>', '<p style="color:red">x</p>'],
    [
      '<p style="position:fixed;top:0;background-position:left">x</p>',
      '<p style="top:0;background-position:left">x</p>',
    ],
    ['<p class="preheader" id="a" data-no-track data-content-block="9" onclick="x">x</p>', '<p>x</p>'],
    ['<img src="http://x.example/a.png" alt="a"><img src="/a.png"><img src="data:image/png;base64,AA">', ''],
    [
      '<img src="//x.example/a.png"><img src="https://x.example/a.png" alt="A" onerror="x">',
      '<img src="https://x.example/a.png" alt="A" />',
    ],
    ['<img src="https://x.example/a.png" srcset="http://x.example/b.png 2x">', '<img src="https://x.example/a.png" />'],
    [
      '<a href="javascript:alert(1)">a</a><a href="/b">b</a><a href="https://x.example/c">c</a>',
      '<a>a</a><a>b</a><a href="https://x.example/c">c</a>',
    ],
    ['<td background="http://x.example/a.png">x</td>', '<td>x</td>'],
    ['<!-- c --><svg><script>alert(1)</script></svg><math></math><p>x', '<p>x</p>'],
  ])('%s', (html, clean) => expect(sanitizeForeign(html)).toBe(clean))
})

describe("an app's HTML cannot speak Liquid", () => {
  test.each([
    '{{ subscriber.email_address }}',
    '{% if true %}x',
    '&#123;&#123; subscriber.email_address }}',
    '{<!-- -->{ subscriber.email_address }}',
    '{<script></script>% endraw %}',
    '{\uE000{ x }}',
    '<p title="{{ subscriber.first_name }}">{{{{%%}</p>',
    '<img src="https://x.example/{{ subscriber.id }}.png">',
    '<a href="https://x.example/?e={{ subscriber.email_address }}">x</a>',
    '<a href="https://x.example/?e=%7B%7B%20subscriber.email_address%20%7D%7D">x</a>',
    '<a href="https://x.example/?e=%7b%25 if x %25%7d">x</a>',
    '<p style="color:{{ subscriber.id }}">x</p>',
  ])('%s', (html) => {
    const clean = sanitizeForeign(html)
    expect(liquidSpans(clean)).toEqual([])
    expect(clean).not.toMatch(/\{[{%]|%7b\s*%(?:7b|25)/i)
    expect(sanitizeForeign(clean)).toBe(clean)
  })

  test('text that looks like Liquid stays readable, with separated braces', () => {
    expect(sanitizeForeign('<p>Use {{ name }}</p>')).toBe('<p>Use {\u200C{ name }}</p>')
  })
})

test('sanitizes any mix of markup and braces, and sanitizing again changes nothing', () => {
  const piece = fc.constantFrom(
    '<div ',
    '<p>',
    '</p>',
    '</div>',
    '<a href="',
    'https://x.example/',
    '%7B',
    '%25',
    '{',
    '}',
    '%',
    '&#123;',
    '"',
    '>',
    ' ',
    '<b',
    '/>',
    '<!--',
    '-->',
    'style="',
    'url(',
    ')',
    ';',
    '\uE000',
    '\uE001',
    '0',
    'data-content-block=',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const clean = sanitizeForeign(pieces.join(''))
      expect(clean).not.toMatch(/\{[{%]/)
      for (const [tag] of clean.matchAll(/<[a-z][^<>]*>/gi)) {
        expect(tag).not.toMatch(/\sstyle="[^"]*url\(/i)
        expect(tag.replace(/="[^"]*"/g, '')).not.toMatch(/data-content/i)
      }
      expect(sanitizeForeign(clean)).toBe(clean)
      expect(sanitizeHtml(block(clean))).toBe(block(clean))
    }),
    { numRuns: 400 },
  )
})

describe('blocks in an email', () => {
  test("are kept byte for byte beside the creator's text", () => {
    const email = `<p>Hi {{ subscriber.first_name }}<br>&nbsp;</p>${block('<div><p>A</p></div><img src="https://x.example/a.png" alt="" />')}<p>b</p>`
    expect(sanitizeHtml(email)).toBe(email)
  })

  test('are never trusted: Liquid around them is kept, Liquid in them is removed', () => {
    const saved = sanitizeHtml(
      `<p>{{ subscriber.id }}</p>${block('<p>{{ subscriber.id }}</p><img src="x">')}{{ address }}`,
    )
    expect(saved).toBe(`<p>{{ subscriber.id }}</p>${block('<p>{\u200C{ subscriber.id }}</p>')}{{ address }}`)
  })

  test('keep any settings, encoded without characters of HTML or Liquid', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 4 }),
        fc.string({ unit: 'binary' }),
        (settings, name) => {
          const attributes: Record<string, string> = blockAttributes({ plugin_id: 7, name, settings })
          expect(Object.values(attributes).join('')).toMatch(/^[\w%.!~*'()-]*$/)
          expect(readBlock((key) => attributes[key] ?? null)).toEqual({
            plugin_id: 7,
            name: name.toWellFormed(),
            settings: JSON.parse(JSON.stringify(settings)),
          })
        },
      ),
      { numRuns: 50 },
    )
  })

  test.each([
    [{}],
    [{ 'data-content-block': 'x' }],
    [{ 'data-content-block': '7', 'data-content-settings': '%' }],
    [{ 'data-content-block': '7', 'data-content-settings': '[]' }],
  ])('%j is not a block', (attributes) => {
    expect(readBlock((name) => (attributes as Record<string, string>)[name] ?? null)).toBeNull()
  })

  test('are found with nested elements, next to each other, closed or not', () => {
    const contents: string[] = []
    const html = `${block('<div>a<div>b</div></div>c')}<div>out</div>${block('d')}<div data-content-block="1"><p>open`
    mapBlocks(html, (inner) => {
      contents.push(inner)
      return inner
    })
    expect(contents).toEqual(['<div>a<div>b</div></div>c', 'd', '<p>open'])
  })

  test('are sent without the attributes of the editor', () => {
    const sent = withoutBlockMarks(`<p>a</p>${block('<p>b</p>', { api_note: 'for the app alone' })}`)
    expect(sent).toBe('<p>a</p><div><p>b</p></div>')
    expect(withoutBlockMarks('<div style="margin:0" data-content-block=\'7\' data-content-name>x</div>')).toBe(
      '<div style="margin:0">x</div>',
    )
  })
})
