import { describe, expect, test } from 'vitest'
import { extractPreviewText, hasPostalAddress, hasUnsubscribeLink, htmlToText } from './text.ts'

describe('htmlToText', () => {
  test('keeps links, lists, descriptions of images and Liquid', () => {
    const html =
      '<h1>Hello {{ subscriber.first_name | default: "you" }}</h1><p>Read <a href="https://x.example/a?b=1&amp;c=2">this</a> or ' +
      '<a href="https://x.example">https://x.example</a>.</p><p><img src="https://x.example/i.png" alt="A cat"></p>' +
      '<ul><li>one</li><li>two</li></ul><p>caf&eacute; <a href="#top">top</a> <a href="mailto:a@b.example">a@b.example</a></p>'
    expect(htmlToText(html)).toBe(
      [
        'Hello {{ subscriber.first_name | default: "you" }}',
        'Read this (https://x.example/a?b=1&c=2) or https://x.example.',
        'A cat',
        '- one\n- two',
        'café top a@b.example',
      ].join('\n\n'),
    )
  })

  test('decodes Liquid for the text mode, which has no entities', () => {
    expect(htmlToText('<p>{% if subscriber.age &gt; 3 %}x{% endif %}</p>')).toBe(
      '{% if subscriber.age > 3 %}x{% endif %}',
    )
  })

  test('omits what an email hides: styles, title, preheader', () => {
    expect(htmlToText('<style>p{}</style><title>t</title><div class="preheader">pre</div><p>x</p>')).toBe('x')
  })

  test('puts the cells of a layout table on separate lines', () => {
    expect(htmlToText('<table><tr><td>left</td><td>right</td></tr></table>')).toBe('left\nright')
  })
})

describe('extractPreviewText', () => {
  test('is one line of words without addresses', () => {
    expect(extractPreviewText('<h1>Hello</h1>\n<p>Read <a href="https://x.example">this</a></p>', 140)).toBe(
      'Hello Read this',
    )
  })

  test('is cut between words', () => {
    expect(extractPreviewText('<p>one two three four</p>', 10)).toBe('one two…')
    expect(extractPreviewText('<p>abcdefghijkl</p>', 5)).toBe('abcde…')
  })

  test('is rendered text, whose braces are characters', () => {
    expect(extractPreviewText('<p>{{ a | b }} &#123;% c %} {{</p>', 140)).toBe('{{ a | b }} {% c %} {{')
  })
})

describe('hasUnsubscribeLink [B6]', () => {
  test.each([
    '<a href="{{ unsubscribe_url }}">Leave</a>',
    "<p><A class='x' HREF='{{unsubscribe_url}}' >Leave</A></p>",
    '<a title="a > b" href="{{- unsubscribe_url -}}"><b>Leave</b></a>',
    '<a href="%7B%7B%20unsubscribe_url%20%7D%7D">Leave</a>',
  ])('sees %j', (html) => expect(hasUnsubscribeLink(html)).toBe(true))

  test.each([
    '{{ unsubscribe_url }}',
    '<a href="{{ unsubscribe_url }}"></a>',
    '<a href="https://x.example">unsubscribe_url</a>',
    '<a href="{{ unsubscribe_url_x }}">Leave</a>',
    '<img alt="<a" src="{{ unsubscribe_url }}">',
  ])('does not see %j', (html) => expect(hasUnsubscribeLink(html)).toBe(false))
})

test('hasPostalAddress [L1]', () => {
  expect(hasPostalAddress('<p>{{ address | newline_to_br }}</p>')).toBe(true)
  expect(hasPostalAddress('<p>{{ subscriber.address }} address</p>')).toBe(false)
})
