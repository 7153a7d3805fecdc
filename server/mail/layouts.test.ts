import { describe, expect, test } from 'vitest'
import { plainTextOf } from './html/plain-text.ts'
import { applyLayout, BUILT_IN_LAYOUTS } from './layouts.ts'
import { renderLiquid } from './liquid/template.ts'

const variables = {
  subscriber: { first_name: 'Lin' },
  unsubscribe_url: 'https://m.example/u',
  preferences_url: 'https://m.example/p',
  address: '1 Road\nTown',
}
const count = (text: string, part: string) => text.split(part).length - 1

describe.each(Object.entries(BUILT_IN_LAYOUTS))('the layout %s', (_name, layout) => {
  test('has content, preview text, one unsubscribe link and the postal address [B6, L1]', () => {
    const source = applyLayout(layout, {
      content: '<p>Hi {{ subscriber.first_name }}</p>',
      preview_text: 'For {{ subscriber.first_name }} & all',
    })
    const html = renderLiquid(source, 'html', variables)
    expect(html).toContain('<p style="margin:0 0 1em;margin-bottom:0">Hi Lin</p>')
    expect(html).toContain('For Lin &amp; all')
    expect(count(html, 'https://m.example/u')).toBe(1)
    expect(html).toContain('1 Road<br />\nTown')
    expect(html).not.toContain('{{')
    expect(html).toMatch(/^<!DOCTYPE html>[\s\S]+<\/html>\n$/)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).not.toContain('data-inline')
  })

  test('does not repeat parts that the creator has written', () => {
    const content =
      '<p>x {{ address }} <a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Choose</a></p>'
    const html = renderLiquid(applyLayout(layout, { content }), 'html', variables)
    expect(count(html, 'https://m.example/u')).toBe(1)
    expect(count(html, 'https://m.example/p')).toBe(1)
    expect(count(html, '1 Road')).toBe(1)
    expect(html).not.toContain('class="footer"')
    expect(html).not.toContain('class="preheader"')
  })

  test("keeps the link to the preference page next to a creator's own unsubscribe link", () => {
    const content = '<p>x <a href="{{ unsubscribe_url }}">Leave</a></p>'
    const html = renderLiquid(applyLayout(layout, { content }), 'html', variables)
    expect(count(html, 'https://m.example/u')).toBe(1)
    expect(html.slice(html.indexOf('class="footer"'))).toContain('https://m.example/p')
  })

  test('reads well as plain text', () => {
    const text = plainTextOf(applyLayout(layout, { content: '<p>Hello</p>', preview_text: 'Hidden' }))
    expect(text).toMatch(
      /^Hello\n+Unsubscribe: \{\{ unsubscribe_url \}\}\nEmail preferences: \{\{ preferences_url \}\}\n\{\{ address \| newline_to_br \}\}$/,
    )
  })

  test('has a fixed width in Outlook, a title, a language and tables that screen readers skip', () => {
    const html = applyLayout(layout, { content: '<p>שלום עולם</p>', title: 'A & B' })
    expect(html).toMatch(/<!--\[if mso\]><table role="presentation" width="600"/)
    expect(html).toContain('<title>A &amp; B</title>')
    expect(html).toContain('<html lang="he" dir="rtl"')
    expect(html).toContain('align="right" class="sheet content"')
    expect(html.match(/<table(?! role="presentation")/g)).toBeNull()
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  })
})

test('a layout with the placeholder of the footer or preview text twice shows each once', () => {
  const layout = '<body>{{ preview_text }}{{ preview_text }}{{ content }}{{ footer }}{{ footer }}</body>'
  const html = applyLayout(layout, { content: '<p>Hello</p>', preview_text: 'Hidden' })
  expect([count(html, 'class="footer"'), count(html, 'class="preheader"')]).toEqual([1, 1])
})

test("a creator's own layout gets the footer at the end of its body", () => {
  expect(applyLayout('<body>A{{ content }}B</body>', { content: 'x' })).toMatch(
    /^<body>AxB<div class="footer"(?=.*unsubscribe_url)(?=.*address).*<\/body>$/,
  )
  expect(applyLayout('A{{content}}', { content: '$& {{ footer }}' })).toMatch(
    /^A\$& \{\{ footer \}\}<div class="footer"/,
  )
})

test('tags in a preview text or a title cannot move the content or the footer out of sight [B6, L1]', () => {
  const layout = BUILT_IN_LAYOUTS.Classic
  const preview_text = 'All about {{ content }} and {{ footer }}'
  const html = applyLayout(layout, { content: '<p>Hello</p>', preview_text, title: 'Why {{ content }}' })
  const preheader = html.slice(html.indexOf('class="preheader"'), html.indexOf('role="article"'))
  expect(preheader).toContain(preview_text)
  expect(preheader).not.toContain('Hello')
  expect(preheader).not.toContain('unsubscribe_url')
  const shown = html.slice(html.indexOf('role="article"'))
  expect(shown).toContain('Hello')
  expect(shown).toContain('unsubscribe_url')
  expect(html).toContain('<title>Why &#123;{ content }}</title>')
})
