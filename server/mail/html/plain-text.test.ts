import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plainTextOf } from './plain-text.ts'

test('links are footnotes, each address once, before the footer', () => {
  const html =
    '<p>Read <a href="https://x.example/a?b=1&amp;c=2">this</a> or <a href="https://x.example/">x.example</a>.</p>' +
    '<p><a href="https://y.example/{{ subscriber.id }}">Yours</a>, <a href="https://x.example/a?b=1&amp;c=2">again</a></p>' +
    '<div class="footer"><a href="{{ unsubscribe_url }}">Unsubscribe</a><br />{{ address | newline_to_br }}</div>'
  expect(plainTextOf(html)).toBe(
    [
      'Read this [1] or x.example.\n\nYours [2], again [1]',
      '[1] https://x.example/a?b=1&c=2\n[2] {% tracked_link 0 %}https://y.example/{{ subscriber.id }}{% endtracked_link %}',
      'Unsubscribe: {{ unsubscribe_url }}\n{{ address | newline_to_br }}',
    ].join('\n\n'),
  )
})

test('a link that only some recipients get keeps its address beside it', () => {
  const html =
    '{% if subscriber.city == "Oslo" %}<p><a href="https://x.example">Oslo</a></p>{% endif %}' +
    '<ul>{% for tag in subscriber.tags %}<li><a href="https://x.example/{{ tag }}">{{ tag }}</a></li>{% endfor %}</ul>' +
    '<p><a href="https://y.example">All</a></p>'
  expect(plainTextOf(html)).toBe(
    '{% if subscriber.city == "Oslo" %}Oslo (https://x.example)\n\n{% endif %}' +
      '{% for tag in subscriber.tags %}- {{ tag }} ({% tracked_link 0 %}https://x.example/{{ tag }}{% endtracked_link %})\n{% endfor %}\nAll [1]\n\n[1] https://y.example',
  )
})

test('addresses, anchors and images without words are written as a writer would', () => {
  expect(
    plainTextOf(
      '<p><a href="mailto:a@b.example?subject=x">Write</a>, <a href="mailto:a@b.example">a@b.example</a></p>',
    ),
  ).toBe('Write (a@b.example), a@b.example')
  expect(plainTextOf('<p><a href="#top">Top</a> <a href="tel:+4712345678">Call</a></p>')).toBe('Top Call (+4712345678)')
  expect(plainTextOf('<a href="https://x.example/"><img src="a.png" alt="A cat"></a>')).toBe(
    'A cat [1]\n\n[1] https://x.example/',
  )
  expect(plainTextOf('<a href="https://x.example/"><img src="a.png" alt=""></a>')).toBe('https://x.example/')
})

test('an unsubscribe link in a sentence keeps its address beside it [B6]', () => {
  expect(plainTextOf('<p>You can <a href="{{ unsubscribe_url }}">leave</a> any time.</p>')).toBe(
    'You can leave ({{ unsubscribe_url }}) any time.',
  )
})

test('a table with headings has one line per row, a layout table one per cell', () => {
  const rows = '<tr><th>Plan</th><th>Price</th></tr><tr><td colspan="999999999">Basic</td><td>5</td></tr>'
  expect(plainTextOf(`<table>${rows}</table>`)).toBe('Plan | Price\nBasic | 5')
  expect(plainTextOf(`<table role="presentation">${rows}</table>`)).toBe('Plan\nPrice\nBasic\n5')
})

test('items of a list that the editor wrote as paragraphs have no empty lines between them', () => {
  expect(
    plainTextOf('<p>You need</p><ul><li><p>a pencil</p></li><li><p>paper</p><p>or card</p></li></ul><p>Nora</p>'),
  ).toBe('You need\n\n- a pencil\n- paper\n  or card\n\nNora')
})

test('what a preheader hides, and the characters that fill it, are not in the text', () => {
  const source = readFileSync(new URL('./cases/pre.html.txt', import.meta.url), 'utf8')
  expect(plainTextOf(source)).toBe('Real text begins here.')
  const filler = '&#847;&zwnj;&nbsp;&#8199;&#65279;&shy;'.repeat(9)
  expect(plainTextOf(`<div style="font-size:1px;color:#fff">Teaser ${filler}</div><p>Text</p>`).split(/\s+/)).toEqual([
    'Teaser',
    'Text',
  ])
  expect(
    plainTextOf('<p>a</p><div style="display: none !important">{% if x %}b</div><p>c</p>{% endif %}'),
  ).not.toContain('b')
  expect(plainTextOf('<p>می\u200cخواهم 👩🏽‍💻</p>')).toBe('می\u200cخواهم 👩🏽‍💻')
})
