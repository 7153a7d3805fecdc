import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/runner/deep.ts'
import { maskLiquid } from '../liquid/source.ts'
import { LeftOut } from './left-out/left-out.ts'
import { isSafeLink, sanitizeHtml } from './sanitize.ts'

describe('safe HTML is unchanged', () => {
  test.each([
    '',
    'Hello & welcome',
    '<p>Hello <strong>World</strong></p>',
    '<p>a &nbsp; b &amp; c & d, 3 < 4 &euro; "q" \'s\' ü 🎉</p>',
    '<p></p><p>x<br>y<br/>z<br /></p><hr>',
    '<h1 style="text-align: center">Title</h1><ul><li><p>x</p></li></ul><ol start="3"><li><p>y</p></li></ol>',
    '<pre><code class="language-js">a &lt; b</code></pre><blockquote><p>q</p></blockquote>',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://x.example/?a=1&amp;b=2">x</a></p>',
    '<img src="https://x.example/y.png" alt="A &quot;cat&quot;" title="t"><img src="cid:logo@x">',
    '<p>Hi {{ subscriber.first_name | default: "friend" }}, {% if a < b and c > d %}<b>x</b>{% endif %}</p>',
    '<a href="{{ unsubscribe_url }}">Leave</a><a href="mailto:a@b.example">m</a><a href="#top">t</a>',
    '<a href="https://x.example/?e={{ subscriber.email_address }}">p</a>',
    '<table width="100%" cellpadding="0" cellspacing="0"><tbody><tr><td align="left" style="padding:4px 8px">x</td></tr></tbody></table>',
    '<div data-type="button" class="btn"><span style="color: #ff0000">s</span></div>',
    '<td style="background-image:url(https://x.example/i.png)">x</td>',
    `<td style="background-image:url('https://x.example/a.png');color:red">x</td>`,
    `<td style="background-image:url( ' https://x.example/a.png' );color:red">x</td>`,
    '<td style="background:url(&quot;//x.example/a;b.png&quot;) no-repeat">x</td>',
    `<q style="quotes:'\\201C' '\\201D';content:'it\\'s; url'">x</q>`,
    '<P>Upper <B>case</B></P>',
    '<p>unclosed <b>x',
  ])('%j', (html) => expect(sanitizeHtml(html)).toBe(html))
})

describe('everything that can run is removed [S3]', () => {
  test.each([
    '<script>alert(1)</script>',
    '<p onclick="alert(1)">x</p>',
    '<p ONCLICK=alert(1)>x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    '<a href="java{{ x }}script:alert(1)">x</a>',
    '<a href="{{ x }}javascript:alert(1)">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<iframe src="https://x.example"></iframe>',
    '<form action="https://x.example"><input name="password"><button>x</button></form>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<!--><script>alert(1)</script>-->',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<img src=x onerror=alert(1)>',
    '<img src="x" onerror="alert(1)"',
    '<img srcset="javascript:alert(1) 1x">',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<base href="javascript:alert(1)//">',
    '<link rel="stylesheet" href="javascript:alert(1)">',
    '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<p style="background:u\\72l(javascript:alert(1))">x</p>',
    '<p style="width:expre/**/ssion(alert(1))">x</p>',
    '<td background="javascript:alert(1)">x</td>',
    '<{{ x }}script>alert(1)</script>',
    '<scr{{ x }}ipt>alert(1)</script>',
    '{{ "}}" {% }}<script>alert(1)</script> %}',
    '{% raw %}{{ <script>alert(1)</script> {% endraw %} }}',
    '<a href="https://x.example" href="javascript:alert(1)" on{{ x }}click="alert(1)">x</a>',
    '<template><script>alert(1)</script></template>',
    '<textarea><script>alert(1)</script></textarea>',
  ])('%j', (html) => {
    const clean = sanitizeHtml(html)
    expect(clean).not.toMatch(
      /<\s*(?:script|iframe|form|input|button|svg|math|style|meta|base|link|object|embed|template)/i,
    )
    expect(clean).not.toMatch(/<[^<>]*\s(?:on\w+|srcset)\s*=/i)
    expect(clean).not.toMatch(/(?:href|src|background|style)\s*=\s*["'][^"']*(?:script\s*:|data\s*:|expression)/i)
    expect(sanitizeHtml(clean)).toBe(clean)
  })

  test('an image is removed if its address is not allowed', () => {
    expect(sanitizeHtml('<p>a<img src="data:image/png;base64,AA" alt="x">b</p>')).toBe('<p>ab</p>')
  })

  test('harmless conditional comments for Outlook stay byte for byte, others are removed', () => {
    const kept = [
      readFileSync(new URL('./cases/mso.html.txt', import.meta.url), 'utf8').trim(),
      '<div><!--[if mso]><table role="presentation" width="100%"><tr><td width="50%"><![endif]--><p>a</p><!--[if (gte mso 9)|(IE)]></td></tr></table><![endif]--></div>',
      '<p>a &#123;&#123; b }} {{ subscriber.city }}<!--[if mso]>&nbsp;<![endif]--></p>',
    ]
    for (const html of kept) expect(sanitizeHtml(html)).toBe(html)
    for (const content of [
      '<script>alert(1)</script>',
      '<img src="x" onerror="alert(1)">',
      '<a href="javascript:alert(1)">x</a>',
      '<a href="java&#115;cript:alert(1)">x</a>',
      '<a href="{{ subscriber.site }}">x</a>',
      '<div style="display:none">',
      '<div hidden>',
      '<i hidden>',
      '<p style="background:url(javascript:1)">x</p>',
      '<p a="x>y">z</p>',
      '<xml><o:PixelsPerInch>96</o:PixelsPerInch>',
      '<o:oleobject>x</o:oleobject>',
      '<style media="print">p{margin:0}</style><script>',
      '<v:rect xmlns:v="urn:x">x</v:rect>',
      '<!-- x',
    ])
      expect(sanitizeHtml(`<p>a<!--[if mso]>${content}<![endif]-->b</p>`)).toBe('<p>ab</p>')
    expect(sanitizeHtml('<p title="<!--[if mso]><b>x</b><![endif]-->">a</p>')).toBe('<p title="">a</p>')
  })

  test.each([
    `<!--[if mso]><table align='center' width=600><tr><td style="background:url('https://x.example/a.png')" background="https://x.example/a.png"><![endif]--><p>a</p><!--[if mso]></td></tr></table><![endif]-->`,
    ...[
      '<!--[if !mso]><!-->',
      '<!--[if !mso]><!-- -->',
      '<!--[if !mso]><!---->',
      '<!--[if !mso]><! -->',
      '<!--[if !mso]> -->',
    ].map((begin) => `${begin}<p>a</p><!--<![endif]-->${begin}<p>b</p><!-- <![endif]-->`),
    '<![if !mso]><p>a</p><![endif]>',
    '<p><!--[if !supportLists]-->1.<!--[endif]-->a</p>',
    '<!--[IF GTE VML 1]><v:shape><v:imagedata src="cid:x"/></v:shape><![ENDIF] -->',
    '<!--[if gte mso 9]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]--><p>x</p>',
    '<!--[if mso]><style type="text/css">\n.group { width:100% !important; }\n* { font-family: Arial, sans-serif !important; mso-line-height-rule: exactly }\n</style><![endif]--><p>x</p>',
    '<a href="https://x.example"><!--[if mso]><i style="letter-spacing:25px;mso-font-width:-100%" hidden>&nbsp;</i><![endif]-->x</a>',
  ])('comments for Outlook in each usual form are kept: %s', (html) => {
    const left_out = new LeftOut()
    expect(sanitizeHtml(html, left_out)).toBe(html)
    expect(left_out.found()).toEqual([])
  })

  test.each([
    [
      '<!--[if mso]><table onclick="x"><tr><td><![endif]--><p>a</p><!--[if mso]></td></tr></table><![endif]-->',
      '<p>a</p>',
    ],
    ['<!--[if mso]><table><tr><td><![endif]--><p>a</p><!--[if mso]></td></tr></table><script><![endif]-->', '<p>a</p>'],
    [
      '<!--[if mso]><table width="{{ x }}"><tr><td><![endif]--><p>a</p><!--[if mso]></td><td><![endif]--><p>b</p><!--[if mso]></td></tr></table><![endif]--><!--[if mso]><br><![endif]-->',
      '<p>a</p><p>b</p><!--[if mso]><br><![endif]-->',
    ],
    ['<!--[if !mso]><!--><p>a</p>', '<p>a</p>'],
    ['<p>a</p><!--<![endif]-->', '<p>a</p>'],
    ['<![if !{{ x }}]><p>a</p><![endif]>', '<p>a</p>'],
    [
      '<!--[if mso]><style>p{margin:0;color:#fff} .footer{display:none} a{font-size:1px}</style><br><![endif]--><p>x</p>',
      '<!--[if mso]><style>p{margin:0}</style><br><![endif]--><p>x</p>',
    ],
  ])('both halves of a part for Outlook are left out, and said: %s [B6]', (html, kept) => {
    const left_out = new LeftOut()
    expect(sanitizeHtml(html, left_out)).toBe(kept)
    expect(left_out.found()).not.toEqual([])
    expect(sanitizeHtml(kept)).toBe(kept)
  })

  test.each([
    ['<p>a<!-- x -->b</p><!-- y --><p>c</p>', ['remark ']],
    ['<?php echo 1 ?><p>a</p>', ['remark ']],
    ['<p>a</p><!--[if mso]><br>', ['comment ']],
    [
      '<meta http-equiv="refresh" content="9"><meta name="viewport" content="x"><meta property="og:title" content="x"><meta>',
      ['http-equiv="refresh"', 'name="viewport"', 'property="og:title"', ''].map((about) =>
        `element meta ${about}`.trim(),
      ),
    ],
    ['<p>a</p><title>t</title>', ['element title']],
    ['<html><head><title>t</title></head><body><title>u</title></body></html>', ['element title']],
    [
      '<head><title>t</title><meta name="color-scheme" content="dark"><meta http-equiv="refresh" content="9"></head><p>a</p>',
      ['element meta name="color-scheme"', 'element meta http-equiv="refresh"'],
    ],
    [
      '<?xml version="1.0"?><!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="x"><meta name="format-detection" content="x"><style>p{margin:0}</style></head><body><p>a</p></body></html>',
      [],
    ],
    ['<!--[if mso]><br><![endif]--><p title="<!-- x -->">a</p>', []],
  ])('a comment, a meta and a title in content are named, and not what every document has: %s', (html, found) => {
    const left_out = new LeftOut()
    sanitizeHtml(html, left_out)
    expect(left_out.found()).toEqual(found)
  })

  test('only unsafe declarations of a style are removed', () => {
    expect(sanitizeHtml('<p style="color:red;behavior:url(x.htc);margin:0">x</p>')).toBe(
      '<p style="color:red;margin:0">x</p>',
    )
    const styled = (style: string) => sanitizeHtml(`<p style="${style}">x</p>`)
    expect(styled("background:url( 'data:image/png;base64,AA');content:'a;b';color:red")).toBe(
      `<p style="content:'a;b';color:red">x</p>`,
    )
    expect(styled("width:1px\\9;a:'\n;background:u\\72l(javascript:1)';color:red")).toBe(`<p style="a:'\n">x</p>`)
    expect(styled("a:'\\';b:url(javascript:1);c:'")).toBe('<p>x</p>')
  })

  test('a whole document keeps only its body and its style sheet', () => {
    const page =
      '<!DOCTYPE html><html><head><title>t</title><style>p{margin:0}</style></head><body><p>x</p></body></html>'
    expect(sanitizeHtml(page)).toBe('<style>p{margin:0}</style><p>x</p>')
  })
})

test('sanitizes any mix of markup, and sanitizing again changes nothing', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    ' ',
    '<!--',
    '-->',
    '<a href="',
    'javascript:',
    '<script',
    '</script>',
    '<img src=x onerror=',
    '<p>',
    '</p>',
    '{{',
    '}}',
    '{%',
    '%}',
    '{{ x }}',
    '&lt;',
    '&#',
    '<svg>',
    '<style>',
    '</style>',
    'on',
    'x',
    '`',
    '\\',
    '\n',
    '<b ',
    '<![CDATA[',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const clean = sanitizeHtml(pieces.join(''))
      const markup = withoutLiquid(clean).replace(/="[^"]*"/g, '=""')
      expect(markup).not.toMatch(/<(?:script|svg|style|!|\?)|<[a-z][^<>]*\son\w*\s*=/i)
      expect(sanitizeHtml(clean)).toBe(clean)
    }),
    { numRuns: runs(2_000, 400) },
  )
})

/** Returns the text outside of Liquid, as LiquidJS sees it, or all of it if LiquidJS refuses it. */
function withoutLiquid(source: string): string {
  try {
    return maskLiquid(source).text
  } catch {
    return source
  }
}

test('isSafeLink', () => {
  expect(['https://x', 'HTTP://x', 'mailto:a@b', 'tel:1', '#a', '/p', 'p?a=b:c', '//x'].map(isSafeLink)).not.toContain(
    false,
  )
  expect(
    ['javascript:x', 'java\tscript:x', 'data:x', '\u200bvbscript:x', 'file:///x', ':x'].map(isSafeLink),
  ).not.toContain(true)
})
