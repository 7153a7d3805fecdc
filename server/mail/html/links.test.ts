import { describe, expect, test } from 'vitest'
import { renderLiquid } from '../liquid/template.ts'
import { escapeHtml } from './escape-html.ts'
import { compileLinks, decodeLinkBraces } from './links.ts'
import { sanitizeHtml } from './sanitize.ts'

const counted = (html: string) =>
  compileLinks(html, ({ number }) => `https://m.example/c/{{ delivery.token }}/${number}`)
const click = (number: number) => `https://m.example/c/{{ delivery.token }}/${number}`

describe('compileLinks', () => {
  test('points http links at the counter, with one number for equal addresses', () => {
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

  test('a personalized address is counted through its own target', () => {
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

  test('without counting, the target of a personalized address is still checked [S4]', () => {
    const { html, links } = compileLinks('<a href="{{ subscriber.site }}">s</a><a href="https://x.example">x</a>')
    expect(links).toEqual([])
    expect(renderLiquid(html, 'html', { subscriber: { site: 'javascript:alert(1)' } })).toContain('<a href="#">')
    expect(renderLiquid(html, 'html', { subscriber: { site: 'https://y.example/"x' } })).toContain(
      '<a href="https://y.example/%22x">',
    )
    expect(html).toContain('<a href="https://x.example">x</a>')
  })

  test.each([
    ['title="see href=x" href="{{ subscriber.site }}"', 'title="see href=x" href="#"'],
    [`data-x='y href="z"' href='{{ subscriber.site }}'`, `data-x='y href="z"' href="#"`],
    [
      'title="x href=&#39;https://y.example/&#39; is HTML" href="https://x.example"',
      'title="x href=&#39;https://y.example/&#39; is HTML" href="1"',
    ],
    [
      `title="x href='{{ unsubscribe_url }}'" href="https://x.example/?n={{ subscriber.name }}"`,
      `title="x href='https://m.example/u'" href="https://x.example/?n=Tom%20%26%20J"`,
    ],
    ['title=" data-no-track " href="https://x.example"', 'title=" data-no-track " href="1"'],
    ['title="a"href="{{ subscriber.site }}"', 'title="a"href="#"'],
  ])('another attribute is never taken for the address: <a %s> [S4]', (written, sent) => {
    const { html } = compileLinks(`<a ${written}>x</a>`, ({ number }) => String(number))
    const subscriber = { site: 'javascript:alert(1)', name: 'Tom & J' }
    const values = { subscriber, unsubscribe_url: 'https://m.example/u' }
    expect(renderLiquid(html, 'html', values, (_number, url) => url)).toBe(`<a ${sent}>x</a>`)
    expect(decodeLinkBraces('<a title="href=%7B%7Baddress%7D%7D" href="%7B%7Baddress%7D%7D">x</a>')).toBe(
      '<a title="href=%7B%7Baddress%7D%7D" href="{{address}}">x</a>',
    )
  })

  test.each([
    ['<td background="{{ subscriber.site }}">', '<td background="#">'],
    ['<img src="{{ subscriber.site }}">', '<img src="#">'],
    [
      '<td background="https://x.example/{{ subscriber.name }}.png">',
      '<td background="https://x.example/Tom%20%26%20%22J%22%20%28%23%29.png">',
    ],
    [
      '<img srcset="https://x.example/a.png 1x, https://x.example/b.png?n={{ subscriber.name }} 2x, {{ subscriber.site }} 3x">',
      '<img srcset="https://x.example/a.png 1x, https://x.example/b.png?n=Tom%20%26%20%22J%22%20%28%23%29 2x, # 3x">',
    ],
    [
      `<p style="color:red;background:URL( &quot;//x.example/(a)?n={{ subscriber.name }}&quot;) no-repeat;content:'&#123;{'">`,
      '<p style="color:red;background:URL( &quot;https://x.example/(a)?n=Tom%20%26%20%22J%22%20%28%23%29&quot;) no-repeat;content:&#39;{{&#39;">',
    ],
    [
      '<p style="background:url(https://x.example/{{ subscriber.name }})">',
      '<p style="background:url(https://x.example/Tom%20%26%20%22J%22%20%28%23%29)">',
    ],
  ])('a value in the address of an image is encoded, and none begins a script: %s [S4]', (html, sent) => {
    const subscriber = { site: 'javascript:alert(1)', name: 'Tom & "J" (#)' }
    const compiled = compileLinks(html, ({ number }) => String(number))
    expect(compiled.links).toEqual([])
    expect(renderLiquid(compiled.html, 'html', { subscriber }).replace('&#123;', '{')).toBe(sent)
  })

  test('everything around the addresses keeps its bytes', () => {
    const source =
      '<p title="a > b">ü {{ x }} {% if a < b %}<b>y</b>{% endif %} & <a  href = "https://x.example" >z</a></p>'
    expect(counted(source).html).toBe(source.replace('"https://x.example"', `"${click(1)}"`))
  })
})

const READER = {
  email_address: 'ada+news@reader.example',
  first_name: 'Tom & Jérôme #1',
  code: 'a b/c?d',
  site: 'https://y.example/a?b=1&c=2#d',
  host: 'shop.example',
  rate: '50% off',
  path: '../../x',
  phone: '+47 123 45',
  quotes: '"x"',
  emoji: '🎉',
  list: ['a', 'b c'],
  number: 42,
  none: '',
}

/** Returns the destination of a click: the target of a counted link, or the address in the message. */
function endOf(href: string): string {
  const { html, links } = compileLinks(sanitizeHtml(`<a href="${href}">x</a>`), ({ number }) => `t:${number}`)
  const rendered = renderLiquid(html, 'html', { subscriber: READER }, (_number, url) => url)
  const [, end = ''] = /href="([^"]*)"/.exec(rendered) ?? []
  const address = links.find(({ number }) => end === `t:${number}`)?.url ?? end.replaceAll('&amp;', '&')
  return new URL(address).href
}

test.each([
  ['https://s.example/?a=1&copy=2&reg=3&lt=4&not=5', 'https://s.example/?a=1&copy=2&reg=3&lt=4&not=5'],
  ['https://s.example/?a=1&amp;amp;b=2', 'https://s.example/?a=1&amp;b=2'],
  ['https://s.example/?a=1&#38b=2&ampc=3&copy;4', 'https://s.example/?a=1&b=2&ampc=3%C2%A94'],
  ['https://s.example/&sect;5?x=&#128;', 'https://s.example/%C2%A75?x=%E2%82%AC'],
  ['https://s.example/?q=a&plus;b&percnt;20', 'https://s.example/?q=a+b%20'],
  ['https&colon;&sol;&sol;s&period;example&sol;p', 'https://s.example/p'],
  ['&Tab;&#104;ttps://s&NewLine;.example/p', 'https://s.example/p'],
  ['https://s.example/?q=%26amp%3B&quot;', 'https://s.example/?q=%26amp%3B%22'],
  ['https://caf&eacute;.example/x', 'https://xn--caf-dma.example/x'],
  ['webcal://s.example/a.ics?x=1&amp;y=2', 'webcal://s.example/a.ics?x=1&y=2'],
  ['geo:59.9,10.7?q=x', 'geo:59.9,10.7?q=x'],
  [
    'mailto:a@b.example?body=A%26B&amp;cc={{ subscriber.email_address }}',
    'mailto:a@b.example?body=A%26B&cc=ada%2Bnews%40reader.example',
  ],
  ['mailto:{{ subscriber.email_address }}?subject=Re', 'mailto:ada+news@reader.example?subject=Re'],
  ['sms:+47123?body={{ subscriber.first_name }}', 'sms:+47123?body=Tom%20%26%20J%C3%A9r%C3%B4me%20%231'],
  ['tel:{{ subscriber.phone }}', 'tel:+47%20123%2045'],
  ['https://{{ subscriber.host }}/{{ subscriber.path }}', 'https://shop.example/..%2F..%2Fx'],
  ['{{ subscriber.site }}&amp;k={{ subscriber.code }}', 'https://y.example/a?b=1&c=2#d&k=a%20b%2Fc%3Fd'],
  [
    'https://s.example/?to={{ subscriber.site }}',
    'https://s.example/?to=https%3A%2F%2Fy.example%2Fa%3Fb%3D1%26c%3D2%23d',
  ],
  ['https://s.example/?p={{ subscriber.rate | url_encode }}', 'https://s.example/?p=50%25+off'],
  [
    'https://s.example/?p={{ subscriber.rate | upcase }}&amp;q={{ subscriber.quotes }}',
    'https://s.example/?p=50%25%20OFF&q=%22x%22',
  ],
  [
    'https://s.example/?n={{ subscriber.number }}&amp;e={{ subscriber.none | default: &quot;a&amp;b&quot; }}',
    'https://s.example/?n=42&e=a%26b',
  ],
  [
    'https://s.example/?{% if subscriber.number == 42 %}vip=1&amp;{% endif %}x={{ subscriber.emoji }}',
    'https://s.example/?vip=1&x=%F0%9F%8E%89',
  ],
  [
    'https://s.example/?e=%7B%7Bsubscriber.email_address%7Curl_encode%7D%7D',
    'https://s.example/?e=ada%2Bnews%40reader.example',
  ],
  ['https://s.example/?t={{ subscriber.list | join: &quot;,&quot; }}', 'https://s.example/?t=a%2Cb%20c'],
  ['https://s.example/#&lbrace;&lbrace;x}}', 'https://s.example/#{{x}}'],
])('%s leads to %s', (href, end) => expect(endOf(href)).toBe(end))

test.each([
  ['{% assign z = subscriber.code %}', 'https://s.example/?q={{ z }}', 'https://s.example/?q=a%20b%2Fc%3Fd'],
  [
    '{% assign z = subscriber.query %}',
    'https://s.example/?q={{ z }}&amp;k=1',
    'https://s.example/?q=a%3D1%26b%3D2%23x&k=1',
  ],
  [
    '{% capture z %}{{ subscriber.query }}{% endcapture %}',
    'https://s.example/?{{ z }}',
    'https://s.example/?a%3D1%26b%3D2%23x',
  ],
  ['', 'https://s.example/?q={{ "" | append: subscriber.query }}', 'https://s.example/?q=a%3D1%26b%3D2%23x'],
  [
    '',
    '{{ "https://s.example/?q=" | append: subscriber.first_name | append: "&k=1" }}',
    'https://s.example/?q=Tom%20%26%20J%C3%A9r%C3%B4me%20%231&k=1',
  ],
  [
    '{% assign u = "https://s.example/NAME" | replace: "NAME", subscriber.code %}',
    '{{ u }}',
    'https://s.example/a%20b%2Fc%3Fd',
  ],
  [
    '{% assign u = "b=" | append: subscriber.code | prepend: "?" %}',
    'https://s.example/{{ u }}',
    'https://s.example/?b=a%20b%2Fc%3Fd',
  ],
  [
    '{% capture u %}https://s.example/?n={{ subscriber.first_name }}&k=1&amp;l={{ subscriber.code | url_encode }}{% endcapture %}',
    '{{ u }}',
    'https://s.example/?n=Tom%20%26%20J%C3%A9r%C3%B4me%20%231&k=1&l=a+b%2Fc%3Fd',
  ],
  ['{% assign z = subscriber.code | url_encode %}', 'https://s.example/?q={{ z }}', 'https://s.example/?q=a+b%2Fc%3Fd'],
  [
    '{% assign z = subscriber.none | default: subscriber.query %}',
    'https://s.example/?q={{ z }}',
    'https://s.example/?q=a%3D1%26b%3D2%23x',
  ],
  ['{% assign z = "a=1&b=2" %}', 'https://s.example/?{{ z }}', 'https://s.example/?a=1&b=2'],
  ['{% capture z %}?a=1&b=2{% endcapture %}', 'https://s.example/{{ z }}', 'https://s.example/?a=1&b=2'],
  ['{% assign z = "spring & sale" %}', 'https://s.example/?q={{ z }}', 'https://s.example/?q=spring%20%26%20sale'],
  ['{% assign z = subscriber.site %}', '{{ z }}', 'https://y.example/a?b=1&c=2#d'],
  ['', 'https://s.example/?q={{ subscriber.query | upcase }}', 'https://s.example/?q=A%3D1%26B%3D2%23X'],
])('%s a value is encoded wherever it comes from, and what the creator wrote is not: %s', (before, href, end) => {
  const { html } = compileLinks(`${before}<a href="${href}">x</a>`)
  const rendered = renderLiquid(html, 'html', { subscriber: { ...READER, query: 'a=1&b=2#x' } })
  expect(rendered).toBe(`<a href="${escapeHtml(end)}">x</a>`)
})
