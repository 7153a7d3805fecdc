import { describe, expect, test } from 'vitest'
import { renderLiquid } from '../liquid/template.ts'
import { compileLinks } from './links.ts'

const counted = (html: string) =>
  compileLinks(html, ({ number }) => `https://m.example/c/{{ delivery.token }}/${number}`)
const click = (number: number) => `https://m.example/c/{{ delivery.token }}/${number}`

describe('compileLinks', () => {
  test('points http links at the counter; equal addresses share a number', () => {
    const { html, links } = counted(
      '<p><a class="b" href="https://x.example/?a=1&amp;b=2">1</a><a href=\'https://x.example/?a=1&#38;b=2\'>2</a><A HREF=http://z.example>3</A></p>',
    )
    expect(html).toBe(
      `<p><a class="b" href="${click(1)}">1</a><a href="${click(1)}">2</a><A HREF="${click(2)}">3</A></p>`,
    )
    expect(links).toEqual([
      { number: 1, url: 'https://x.example/?a=1&b=2' },
      { number: 2, url: 'http://z.example' },
    ])
  })

  test.each([
    '<a href="{{ unsubscribe_url }}">Leave</a>',
    '<a href="mailto:a@b.example">m</a>',
    '<a href="tel:+4712345678">t</a>',
    '<a href="#top">t</a>',
    '<a href="/relative">t</a>',
    '<a data-no-track href="https://x.example">x</a>',
    '<a data-href="https://x.example">x</a>',
    '<link href="https://x.example"><img src="https://x.example">',
    '<!-- <a href="https://x.example">x</a> -->',
    'href="https://x.example"',
  ])('leaves %s alone', (html) => expect(counted(html)).toEqual({ html, links: [] }))

  test('undoes percent-encoded braces', () => {
    expect(counted('<a href="%7B%7B%20unsubscribe_url%20%7D%7D">x</a>').html).toBe(
      '<a href="{{ unsubscribe_url }}">x</a>',
    )
  })

  test('a personalised address is counted through its own target', () => {
    const { html, links } = counted(
      '<a href="https://s.example/?e={{ subscriber.email_address | default: "x" }}&amp;z=1">p</a>',
    )
    expect(links).toEqual([
      { number: 1, url: 'https://s.example/?e={{ subscriber.email_address | default: "x" }}&z=1' },
    ])
    const rendered = renderLiquid(
      html,
      'html',
      { subscriber: { email_address: 'a@b.example' } },
      (number, url) => `https://m.example/${number}?u=${encodeURIComponent(url)}`,
    )
    expect(rendered).toBe(
      '<a href="https://m.example/1?u=https%3A%2F%2Fs.example%2F%3Fe%3Da%2540b.example%26z%3D1">p</a>',
    )
  })

  test('without counting, the target of a personalised address is still checked [S4]', () => {
    const { html, links } = compileLinks('<a href="{{ subscriber.site }}">s</a><a href="https://x.example">x</a>')
    expect(links).toEqual([])
    expect(renderLiquid(html, 'html', { subscriber: { site: 'javascript:alert(1)' } })).toContain('<a href="#">')
    expect(renderLiquid(html, 'html', { subscriber: { site: 'https://y.example/"x' } })).toContain(
      '<a href="https://y.example/%22x">',
    )
    expect(html).toContain('<a href="https://x.example">x</a>')
  })

  test('everything around the addresses keeps its bytes', () => {
    const source =
      '<p title="a > b">ü {{ x }} {% if a < b %}<b>y</b>{% endif %} & <a  href = "https://x.example" >z</a></p>'
    expect(counted(source).html).toBe(source.replace('"https://x.example"', `"${click(1)}"`))
  })
})
