import { describe, expect, test } from 'vitest'
import { PAGE_TASKS } from '../../threads/page-tasks.ts'
import { LeftOut, leftOutText } from '../left-out/left-out.ts'
import { sanitizeHtml } from '../sanitize.ts'
import { applyOwnStyles } from './apply-sheet.ts'

const sheet = (css: string) => `<style>${css}</style><p class="a">x</p>`
const withoutSheet = '<p class="a">x</p>'

/** Returns the kept HTML, and the warnings about removed parts. */
function cleaned(html: string): { html: string; warnings: string[] } {
  const left_out = new LeftOut()
  return { html: sanitizeHtml(html, left_out), warnings: left_out.found().map(leftOutText) }
}

describe('a harmless style sheet is kept byte for byte', () => {
  test.each([
    sheet('.a { color: red }'),
    sheet('\n  /* phones */\n  @media only screen and (max-width:600px){.a{width:100%!important}}\n'),
    sheet('@media (prefers-color-scheme: dark) { .a, body .a { color:#fff !important } }'),
    sheet('.a:hover{text-decoration:underline} .a:hover > b { color: blue }'),
    sheet('[data-ogsc] .a { color: #fff !important }'),
    sheet('.a{background:url(https://x.example/i.png) no-repeat} .b{background-image:url("//x.example/i.png")}'),
    sheet(
      'a[x-apple-data-detectors]{color:inherit!important} #outlook a{padding:0} td:first-child{mso-line-height-rule:exactly}',
    ),
    sheet('.a{background:linear-gradient(#fff, rgba(0,0,0,.5));width:calc(100% - 2px)}'),
    sheet(':root{--main:#7c2d12} .a{color:var(--main, #000)}'),
    sheet('@supports (display:grid) and (not (display:inline-grid)){.a{display:grid}}'),
    `<style type="text/css" media="(max-width: 500px)">.a{display:none}</style>${withoutSheet}`,
    `<P>Upper</P><style>.a{margin:0}</style><p>unclosed <b>x`,
  ])('%s', (html) => expect(cleaned(html)).toEqual({ html, warnings: [] }))
})

test.each([
  ['.a{color:red}.b{color:blue}}', '.a{color:red}.b{color:blue}'],
  ['.a{color:red}} .b{color:blue}', '.a{color:red} .b{color:blue}'],
  ['.a{color:red}.b{color:blue', '.a{color:red}.b{color:blue}'],
  ['@media (max-width:600px){.a{color:red}', '@media (max-width:600px){.a{color:red}}'],
  ['/* } */.a{color:red}}', '/* } */.a{color:red}'],
])('a brace too many or too few takes no rule away: %s', (css, kept) =>
  expect(cleaned(sheet(css))).toEqual({ html: sheet(kept), warnings: [] }),
)

describe('rules that load, cover, move or cannot be checked are removed from a style sheet, with a warning', () => {
  test.each([
    ['@import url(https://x.example/a.css);', '@import'],
    ['@font-face{font-family:x;src:url(https://x.example/f)}', '@font-face'],
    ['@supports (background:url(https://x.example/i)){.a{display:none}}', '@supports'],
    ['.a{--b:url(https://x.example/i)}', '--b'],
    ['.a{position:var(--b)}', 'position: var(--b)'],
    ['.a{position:fixed}', 'position: fixed'],
    ['.a{position:absolute;top:0;z-index:9}', 'z-index: 9'],
    ['.a{background:url(javascript:alert(1))}', 'background'],
    ['.a{background:u\\72l(javascript:1)}', 'background'],
    ['.a{background:url(data:image/png;base64,AA)}', 'background'],
    ['.a{color:url(https://x.example/i)}', 'color'],
    ['.a{width:expression(alert(1))}', 'width'],
    ['.a{behavior:url(x.htc)}', 'behavior'],
    ['.a{-moz-binding:url(https://x.example/x)}', '-moz-binding'],
    ['.a{background:image-set("https://x.example/i" 1x)}', 'background'],
    ['.a::before{content:"x"}', '.a::before'],
    ['i ~ p ~ p{color:red}', 'i ~ p ~ p'],
    ['p:nth-child(2){color:red}', 'p:nth-child(2)'],
    ['.a{color:{{ subscriber.color }}}', 'color: {{ subscriber.color }}'],
    ['.a{', 'cannot be read'],
    ['.a{color:red}<b>', 'cannot be read'],
    ['<b>{color:red}', '<b>'],
    [`${'@media all{'.repeat(5)}.a{color:red}${'}'.repeat(5)}`, 'too many levels of rules'],
  ])('%s', (css, warning) => {
    const { html, warnings } = cleaned(sheet(css))
    expect(html.endsWith(withoutSheet)).toBe(true)
    expect(html).not.toMatch(
      /@|fixed|absolute|z-index|url|expression|behavior|binding|image-set|content|~|nth|\{\{|<b>/,
    )
    expect(warnings.join(' ')).toContain(warning)
    expect(warnings.length).toBeGreaterThan(0)
    expect(sanitizeHtml(html)).toBe(html)
  })

  test('a sheet that is too long', () => {
    const { html, warnings } = cleaned(sheet(`.a{color:red}${' '.repeat(100_000)}`))
    expect(html).toBe(withoutSheet)
    expect(warnings.join()).toContain('100,000')
    const half = `<style>.a{color:red}${' '.repeat(60_000)}</style>`
    expect(cleaned(half + half)).toMatchObject({ html: half, warnings: [expect.stringContaining('100,000')] })
  })

  test('and the rest of the sheet stays as it was written', () => {
    expect(cleaned(sheet('.a { color: red; position: fixed; margin: 0 }\n@import "x";\n.b { margin: 0 }')).html).toBe(
      sheet('.a { color: red; margin: 0 }\n.b { margin: 0 }'),
    )
  })
})

test.each([
  [
    '<body style="margin:0" text="#000"><p>x</p></body>',
    ['The attribute style of <body>', 'The attribute text of <body>'],
  ],
  ['<html lang="he" dir="rtl"><p>x</p></html>', ['The attribute dir of <html>']],
  ['<meta charset="utf-8"><meta name="color-scheme" content="dark"><p>x</p>', ['<meta name="color-scheme">']],
  ['<!-- a --><p>x</p><!-- b -->', ['Comments were left out: emails and posts do not contain them.']],
])('what a document loses is said: %s', (html, named) => {
  const { warnings } = cleaned(html)
  expect(warnings.map((warning) => warning.split(' was left out')[0])).toEqual(named)
})

test.each([
  '<img usemap="#m" src="https://x.example/a.png" alt=""><map name="m"><area shape="rect" coords="0,0,9,9" href="https://x.example"></map>',
  '<p><ruby>漢<rp>(</rp><rt>kan</rt></ruby> <nobr>a b</nobr> <acronym title="x">y</acronym></p>',
  '<table><thead valign="top"></thead><tbody valign="middle"><tr><td>x</td></tr></tbody></table>',
])('elements that do no harm are kept: %s', (html) => {
  const { html: kept, warnings } = cleaned(html)
  expect(kept.replaceAll(' />', '>')).toBe(html)
  expect(warnings).toEqual([])
})

test('saving warns about a sheet that emails leave out', () => {
  const rules = Array.from({ length: 300 }, (_, i) => `.a${i} p b{margin:0}`).join('')
  expect(PAGE_TASKS.clean({ html: `<style>${rules}</style>${'<p>x</p>'.repeat(1_000)}` }).left_out).toEqual([])
  const html = `<style>${rules}</style>${'<p>x</p>'.repeat(2_000)}`
  expect(applyOwnStyles(html).sheet).toBe('')
  expect(PAGE_TASKS.clean({ html }).left_out).toEqual(['sheet heavy'])
})

test('a style element cannot have other attributes, be in an attribute or contain markup', () => {
  expect(sanitizeHtml('<style data-inline onload="x" id="y">.a{margin:0}</style>')).toBe('<style>.a{margin:0}</style>')
  expect(sanitizeHtml('<p title="<style>.a{margin:0}</style>">x</p>')).toBe('<p title="">x</p>')
  expect(sanitizeHtml('<svg><style>.a{margin:0}</style></svg>')).toBe('')
  expect(sanitizeHtml('<!-- <style>.a{margin:0}</style> -->')).toBe('')
  expect(sanitizeHtml('<style>.a{margin:0}')).toBe('')
  expect(sanitizeHtml('<style>.a{margin:0}/* </style><script>alert(1)</script> */</style>')).not.toContain('script')
})

test('each part removed from HTML is named once, in a short sentence', () => {
  expect(
    cleaned(
      '<form action="/x"><input name="a"><p onclick="a()" onclick="b()" style="width:expression(1)">x</p></form><script>1</script>' +
        '<script>2</script><a href="javascript:alert(1)">y</a><iframe src="https://x.example"></iframe><img alt="z">' +
        '<!--[if mso]><script>1</script><![endif]-->',
    ).warnings,
  ).toEqual([
    'A comment for Outlook was left out: it contains Liquid or unsafe code, or its other half is missing.',
    '<form> was left out: emails and posts cannot contain it.',
    '<input> was left out: emails and posts cannot contain it.',
    'The attribute onclick was left out.',
    'The style “width:expression(1)” was left out.',
    '<script> was left out: emails and posts cannot contain it.',
    'The address javascript:alert(1) was left out: links and images cannot lead there.',
    '<iframe> was left out: emails and posts cannot contain it.',
    'An image without an address was left out.',
  ])
  expect(cleaned('<p style="color:red">Hi {{ subscriber.first_name }}</p>').warnings).toEqual([])
  const many = cleaned(Array.from({ length: 40 }, (_, i) => `<x-${i}>a</x-${i}>`).join('')).warnings
  expect(many).toHaveLength(21)
  expect(many.at(-1)).toBe('More parts were left out than are listed here.')
})
