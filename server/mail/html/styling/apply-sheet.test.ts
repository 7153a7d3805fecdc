import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { applyLayout, BUILT_IN_LAYOUTS } from '../../layouts.ts'
import { joinTemplate } from '../../liquid/template.ts'
import { compileOwnLayout } from '../../own-layout/compile.ts'
import { plainTextOf } from '../plain-text.ts'
import { requireInHtml } from '../required-parts.ts'
import { sanitizeHtml } from '../sanitize.ts'

const VALUES = {
  subscriber: { first_name: 'Lin', color: 'styled-c1' },
  account: { name: 'Studio' },
  address: '1 Road\nTown',
  unsubscribe_url: 'https://m.example/u',
  preferences_url: 'https://m.example/p',
}

/** Returns an email with this content as a recipient gets it. */
function email(content: string, layout = BUILT_IN_LAYOUTS.Modern): string {
  const template = requireInHtml(applyLayout(layout, { content: sanitizeHtml(content) }))
  return joinTemplate(template, template.render(VALUES))
}

const HEAD = /<style data-classes>([^<]*)<\/style>/

test('simple rules of content are inlined, and those that need a style sheet are in the head', () => {
  const html = email(
    '<style>.a{color:#ff0000} @media (max-width:600px){.a{font-size:20px}} .a:hover{color:#00ff00}</style><p class="a">x</p>',
  )
  expect(html).toMatch(/<p class="a sized-c1 tinted-c2" style="[^"]*color:#ff0000">x<\/p>/)
  const [, sheet] = HEAD.exec(html) ?? []
  expect(sheet).toContain('@media (max-width:600px) {\n.sized-c1.sized-c1.sized-c1 { font-size:20px !important }\n}')
  expect(sheet).toContain('.tinted-c2.tinted-c2.tinted-c2:hover { color:#00ff00 !important }')
  expect(html.indexOf('data-classes')).toBeLessThan(html.indexOf('</head>'))
  expect(html.slice(html.indexOf('<body'))).not.toContain('<style')
})

test('rules for the page style the content only, and the text part has no style', () => {
  const html = email(
    '<style>html, body{background:#eeeeee} html body p{margin:1px} body > i{color:#123456}</style><p>x</p><i>y</i>',
  )
  const page = html.slice(html.indexOf('<div data-page'), html.indexOf('</i>'))
  expect(page.split('>')[0]).toContain('background:#eeeeee')
  expect(page).toContain('margin:1px">x</p><i style="color:#123456">y')
  expect(html.slice(html.indexOf('<body')).split('>')[0]).toContain('background-color:#ffffff"')
  expect(plainTextOf(applyLayout('{{ content }}', { content: '<style>.a{color:red}</style><p>x</p>' }))).toMatch(/^x\n/)
})

test('the cascade applies: important rules win, then more specific ones, then later ones', () => {
  const html = email(
    '<style>@media print{.a{color:#000001!important} .a{color:#000002} p.a{color:#000003} .a{color:#000004}}</style><p class="a">x</p>',
  )
  expect(HEAD.exec(html)?.[1]?.match(/#00000\d/g)).toEqual(['#000002', '#000004', '#000003', '#000001'])
})

test('a media attribute counts, also around media queries', () => {
  const html = email(
    '<style media="screen">.a{color:#fff} @media (max-width:9px){.a{color:#000}}</style><p class="a">x</p>',
  )
  const [, sheet] = HEAD.exec(html) ?? []
  expect(sheet).toContain('@media screen {\n.tinted-c1.tinted-c1.tinted-c1 { color:#fff !important }\n}\n')
  expect(sheet).toContain('}\n@media screen {\n@media (max-width:9px) {\n')
})

describe('a style sheet of content cannot hide the links of the footer [B6]', () => {
  const HIDING = [
    '.footer, .footer a { display: none !important }',
    '* { display: none !important }',
    'body, html, :root, table, td, div, a { opacity: 0; font-size: 0; visibility: hidden }',
    '.footer:hover { display: none }',
    '[data-ogsc] * { display: none }',
    '[class] { color: #ffffff !important; background: #ffffff }',
    'td > div > a { display: none }',
    '.wrap { display: none }',
  ]
  const WRAPS = [
    '<p>x</p>',
    '<div class="wrap"><p>x</p>',
    '<p>x</p></div></td></tr></table>',
    '{% if x %}</div>{% endif %}<div class="wrap">',
  ]
  test.each(HIDING)('%s', (css) => {
    for (const rules of [css, `@media (max-width: 9999px) { ${css} }`])
      for (const wrap of WRAPS) {
        const html = email(`<style>${rules}</style>${wrap}`)
        expect(html.match(/>Unsubscribe<\/a>/g)?.length).toBeGreaterThan(0)
        // The last link is in no element that a rule may hide.
        const before = html.slice(0, html.lastIndexOf('>Unsubscribe</a>'))
        const open: string[] = []
        const elements = new Parser({
          onopentag: (_name, attributes) => open.push(Object.values(attributes).join(' ')),
          onclosetag: () => open.pop(),
        })
        elements.write(before)
        expect(open.join(' ')).not.toMatch(/styled-|tinted-|opacity|display:none/)
      }
  })

  test('and an unsubscribe link in the content that a rule may hide does not count', () => {
    const own = '<p class="own"><a href="{{ unsubscribe_url }}">Leave</a> {{ address }}</p>'
    const count = (css: string) =>
      email(`<style>${css}</style>${own}`, '{{ content }}').split('https://m.example/u').length - 1
    expect(count('.x{display:none}')).toBe(1)
    expect(count('@media (max-width:600px){.own{font-size:14px}}')).toBe(1)
    expect(count('@media (max-width:600px){.own{display:none}}')).toBe(2)
    expect(count('@media (prefers-color-scheme:dark){.own{color:#000000}}')).toBe(2)
    expect(count('.own a:hover{opacity:0}')).toBe(2)
    const printed =
      '<style>@media print{.x{display:none}}</style><p class="x"></p><p class="{{ subscriber.color }}"><a href="{{ unsubscribe_url }}">Leave</a> {{ address }}</p>'
    expect(email(printed, '{{ content }}').split('https://m.example/u')).toHaveLength(3)
  })
})

describe('an own template', () => {
  const withOwnStyles = (css: string) =>
    compileOwnLayout(
      `<html><head><style>${css}</style></head><body bgcolor="#ffffff"><div class="box">{{ content }}</div></body></html>`,
    )

  test('keeps rules for dark mode, states and phones, for content as well', () => {
    const { html, left_out } = withOwnStyles(
      '@media (prefers-color-scheme: dark) { body { background-color: #000000 } .box p { color: #ffffff } } .box a:hover { color: #ff0000 } @media (max-width: 480px) { .box i { display: none } }',
    )
    expect(left_out).toEqual([])
    const sent = email('<p>x <a href="#">y</a> <i>z</i></p>', html)
    const [, sheet = ''] = HEAD.exec(sent) ?? []
    expect(sheet).toContain('background-color:#000000 !important')
    expect(sheet).toContain(':hover { color:#ff0000 !important }')
    expect(sheet).toContain('display:none !important')
    expect(sent).toMatch(
      /<p class="tinted-t\d">x <a href="#" class="tinted-t\d">y<\/a> <i class="styled-t\d">z<\/i><\/p>/,
    )
    expect(sent).not.toContain('data-rest')
    // Our footer has its own colors.
    expect(sent.match(/>Unsubscribe<\/a>/g)).toHaveLength(1)
  })

  test('cannot hide the footer with these rules', () => {
    const { html } = withOwnStyles(
      '@media (max-width: 480px) { body, .box, .footer, .footer a, a, * { display: none; opacity: 0; color: #ffffff } }',
    )
    const sent = email('<p>x</p>', html)
    expect(sent).toMatch(/<div class="footer" dir="auto" style="[^"]*">/)
    const page = sent.slice(sent.indexOf('<body')).split('>')[0]
    expect(page).toContain('tinted-t')
    expect(page).not.toContain('styled-t')
  })
})
