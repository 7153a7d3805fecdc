import { describe, expect, test } from 'vitest'
import { leftOutText } from '../html/left-out/left-out.ts'
import { requireInHtml } from '../html/required-parts.ts'
import { applyLayout } from '../layouts.ts'
import { LiquidError } from '../liquid/error.ts'
import { joinTemplate } from '../liquid/template.ts'
import { compileOwnLayout } from './compile.ts'

const VALUES = {
  subscriber: { first_name: 'Lin' },
  account: { name: 'Studio' },
  address: '1 Road\nTown',
  unsubscribe_url: 'https://m.example/u',
  preferences_url: 'https://m.example/p',
}

/** Returns an email in this layout as a recipient gets it. */
function emailIn(source: string, content = '<h1>Hello</h1><p>Text</p>'): string {
  const template = requireInHtml(applyLayout(compileOwnLayout(source).html, { content, preview_text: 'In short' }))
  return joinTemplate(template, template.render(VALUES))
}

const page = (css: string, body = '<div class="box">{{ content }}</div>') =>
  `<html><head><style>${css}</style></head><body bgcolor="#ffffff">${body}</body></html>`

test('own HTML styles the content of an email, and gets preview text, an unsubscribe link and the address [B6, L1]', () => {
  const html = emailIn(
    page('.box { padding: 20px } h1 { color: #7c2d12 !important } @media (max-width: 480px) { .box { padding: 8px } }'),
  )
  expect(html).toContain('<div class="box" style="padding:20px"><h1 style="color:#7c2d12">Hello</h1>')
  expect(html).toContain('@media (max-width: 480px) {\n.box { padding:8px !important }\n}')
  expect(html).toMatch(/<body bgcolor="#ffffff"><div class="preheader"/)
  expect(html).toContain('>Unsubscribe</a>')
  expect(html).toContain('1 Road<br />\nTown')
  expect(html).not.toMatch(/data-inline|\{\{/)
  const placed = emailIn('<p>{{ preview_text }}</p>{{ footer }}<main>{{ content }}</main>')
  expect(placed.indexOf('Unsubscribe')).toBeLessThan(placed.indexOf('<main'))
  expect(placed.match(/In short/g)).toHaveLength(1)
})

test('own HTML loses everything that runs, submits, frames or loads a style, with a warning for each part [S3]', () => {
  const { html, left_out } = compileOwnLayout(
    page(
      '@import url(https://evil.example/a.css); .box { background: url(https://evil.example/p) } .box:hover { color: red }',
      `<script>alert(1)</script><form action="/x"><input></form><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">a</a>
       <!--[if mso]><object></object><![endif]--><!-- x --><iframe src="https://evil.example"></iframe><div onclick="a()">{{ content }}</div>`,
    ),
  )
  expect(html).toContain('.box:hover')
  expect(html).not.toMatch(/script>|alert|onerror|onclick|javascript|iframe|<form|<input|evil|\[if mso/)
  expect(left_out.map(leftOutText)).toEqual([
    'The style “background: url(https://evil.example/p)” was left out.',
    'The rule “@import url(https://evil.example/a.css)” was left out of a style sheet.',
    'A comment for Outlook was left out: it contains Liquid or unsafe code, or its other half is missing.',
    'Comments were left out: emails and posts do not contain them.',
    ...['script', 'form', 'input'].map((name) => `<${name}> was left out: emails and posts cannot contain it.`),
    'The attribute onerror was left out.',
    'The address javascript:alert(1) was left out: links and images cannot lead there.',
    '<iframe> was left out: emails and posts cannot contain it.',
    'The attribute onclick was left out.',
  ])
})

describe('a rule that stays in a style sheet cannot hide the unsubscribe link [B6]', () => {
  test.each([
    '@media all { .footer { display: none } }',
    '@media (max-width: 480px) { .footer, body { display: none; visibility: hidden; opacity: 0; color: #ffffff } }',
    '@media (max-width: 480px) { .footer { font-size: 1px; width: 1px; height: 0; padding: -99px; position: absolute } }',
    '@media (prefers-color-scheme: dark) { .footer, .footer a { color: #111111; background-color: #111111 } }',
    '@supports (display: block) { body { display: none } }',
    '@font-face { font-family: x; src: url(https://evil.example/f) }',
  ])('%s', (css) => {
    const html = emailIn(page(css))
    // The page may get another color. The footer has its own colors.
    expect(html.slice(0, html.indexOf('<body')).replace(/\.tinted-t1 \{ color:#ffffff !important \}/, '')).not.toMatch(
      /\{[^{}@]*:/,
    )
    expect(html).toContain('<a href="https://m.example/u" style="color:#4b5563">Unsubscribe</a>')
  })

  test('nor can a rule of an email that is too long for inlining', () => {
    const many = Array.from({ length: 400 }, (_, i) => `.a${i} { color: red }`).join('\n')
    const html = emailIn(page(`.footer { display: none } ${many}`), '<p>Text</p>'.repeat(4_000))
    expect(html).not.toMatch(/display: ?none;?\s*\}|<style/)
    expect(html).toContain('>Unsubscribe</a>')
  })

  test('nor can one that makes a clipped box narrow or moves its text off the screen', () => {
    const html = emailIn(
      page('.footer { overflow: hidden } @media (min-width: 10px) { .footer { width: 10px; min-width: 9999px } }'),
    )
    expect(html).not.toContain('@media')
  })

  test('and if an inlined rule hides it, a visible one is added', () => {
    const html = emailIn(page('.footer a { display: none }'))
    expect(html).toMatch(/<a href="https:\/\/m\.example\/u" style="color:#4b5563">Unsubscribe<\/a>/)
  })
})

test('sibling selectors are removed, because matching takes time that grows with a power of their number', () => {
  const { html, left_out } = compileOwnLayout(
    page('i ~ p ~ p ~ p { color: #ff0000 } .a:not(i ~ p) { color: #ff0000 } b[title~="x"] { color: #0000ff }'),
  )
  expect(html).not.toContain('#ff0000')
  expect(html).toContain('b[title~="x"] { color:#0000ff }')
  expect(left_out.map(leftOutText)).toEqual([
    'The rule “i ~ p ~ p ~ p” was left out of a style sheet.',
    'The rule “.a:not(i ~ p)” was left out of a style sheet.',
  ])
})

test.each([
  ['<p>Hello</p>', '{{ content }} is missing', 1],
  ['<p>{{ content }}\n{{ content }}</p>', '{{ content }} can only be used once', 2],
  ['<!-- {{ content }} -->', 'must be where recipients can see it', 1],
  ['<img alt="{{ content }}">', 'must be where recipients can see it', 1],
  ['<div style="display:none">{{ content }}</div>', 'must be where recipients can see it', 1],
  ['<style>.a{display:none}</style><div class="a">{{ content }}</div>', 'must be where recipients can see it', 1],
  ['<style>body{color:#fff}</style>{{ content }}', 'readable on its background', 1],
  ['<p>\n{% if %}</p>{{ content }}', '', 2],
  ['<style>a {</style>{{ content }}', 'the style sheet has an error: unclosed block', 1],
  [`${'<div>'.repeat(60)}{{ content }}`, 'nested', 1],
  ['<p>{% comment %}\n{{ content }}{% endcomment %}</p>', 'cannot be inside a tag', 2],
  ['<p>{% if subscriber.first_name == "A" %}{{ content }}{% endif %}</p>', 'cannot be inside a tag', 1],
  [
    '<head>{% if subscriber.first_name %}</head><body>{% endif %}{{ content }}</body>',
    'move Liquid tags to the body',
    1,
  ],
])('own HTML that cannot carry an email is refused: %s', (source, message, line) => {
  const refusal = (() => {
    try {
      compileOwnLayout(source)
    } catch (error) {
      return error
    }
    throw new Error('It was accepted')
  })()
  expect(refusal).toBeInstanceOf(LiquidError)
  expect(refusal).toMatchObject({ message: expect.stringContaining(message), line })
})
