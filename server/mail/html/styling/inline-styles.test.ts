import { describe, expect, test } from 'vitest'
import { markColors } from './dark-colors.ts'
import { inlineStyles } from './inline-styles.ts'

const sheet = (css: string) => `<style data-inline>${css}</style>`

describe('inlineStyles', () => {
  test("writes rules by their specificity, before an element's own declarations", () => {
    const css = 'p { margin: 0; color: red } .lead { color: blue } #one { color: green } p { font-size: 17px }'
    expect(
      inlineStyles(`${sheet(css)}<p>a</p><p class="lead" style="margin:1px">b</p><p id="one" class="lead"></p>`),
    ).toBe(
      '<p style="margin:0;color:red;font-size:17px">a</p>' +
        '<p class="lead" style="margin:0;font-size:17px;color:blue;margin:1px">b</p>' +
        '<p id="one" class="lead" style="margin:0;font-size:17px;color:green"></p>',
    )
  })

  test('an important rule comes after the own style', () => {
    expect(
      inlineStyles(`${sheet('a { color: red !important; margin: 0 }')}<a style="color:blue;" href="#">x</a>`),
    ).toBe('<a style="margin:0;color:blue;color:red" href="#">x</a>')
  })

  test('keeps Liquid, comments, quotes and other style sheets as they are', () => {
    const html =
      '<style>@media print{p{color:red}}</style><!--[if mso]><p>x</p><![endif]-->{% if a &gt; 1 %}' +
      `<p title=" style='x'" style="{{ subscriber.style }};{% if b %}color:red{% endif %}">{{ "<p>" }}</p>{% endif %}`
    expect(inlineStyles(`${sheet('p { margin: 0 }')}${html}`)).toBe(html.replace('style="{{', 'style="margin:0;{{'))
  })

  test('leaves tags alone that parsers read differently', () => {
    for (const html of ['</p>', "<p style='a'>", '<p style=a>', '<p a"b>', '<p "x" style="y">'])
      expect(inlineStyles(`${sheet(`p { font: 1px 'a' }`)}${html}`)).toBe(html)
  })

  test('keeps the style sheet of an email that has too many elements', () => {
    const html = `${sheet('p { margin: 0 }'.repeat(20))}${'<div>'.repeat(200)}${'<p>x</p>'.repeat(2_000)}`
    expect(inlineStyles(html)).toBe(html.replace(' data-inline', ''))
  })
})

describe('dark mode keeps text readable if it has', () => {
  const marked = (html: string) => markColors(html, { dark_background: '#111827' })
  test.each([
    ['a light background', '<td style="background:#fff7ed">x</td>', 'light-box'],
    ['a light background by attribute', '<td bgcolor="white">x</td>', 'light-box'],
    ['both colors', '<p style="background-color:#fff;color:#000">x</p>', 'own-box'],
    ['a dark background', '<p style="background:#000">x</p>', 'own-box'],
    ['a picture behind it', '<p style="background:url(https://a.example/x.png)">x</p>', 'own-box'],
    ['a dark color', '<span style="color:rgb(17, 24, 39)">x</span>', 'dark-text'],
    ['a dark color by attribute', '<font color="navy">x</font>', 'dark-text'],
  ])('%s', (_name, html, found) => expect(marked(html)).toContain(`class="${found}"`))

  test.each(['<p style="color:#f9fafb">x</p>', '<p style="margin:0">color</p>', '<p style="color:{{ c }}">x</p>'])(
    'nothing to change: %s',
    (html) => expect(marked(html)).toBe(html),
  )

  test('colors in a box of the creator stay', () => {
    expect(marked('<div class="a" style="background:#000"><a href="#">x</a><b style="color:#111">y</b></div>')).toBe(
      '<div class="a own-box" style="background:#000"><a href="#" class="own-box">x</a><b style="color:#111">y</b></div>',
    )
  })
})
