import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/runner/deep.ts'
import { applyLayout, BUILT_IN_LAYOUTS } from '../layouts.ts'
import { joinTemplate, parseLiquid } from '../liquid/template.ts'
import { compileLinks } from './links.ts'
import { requireInHtml, requireInText } from './required-parts.ts'
import { isSafeLink, sanitizeHtml } from './sanitize.ts'
import { htmlToText } from './text.ts'

const URL = 'https://m.example/u/token'
const VARIABLES = {
  subscriber: { first_name: '"><b onclick=x()>', city: 'Oslo', tags: ['a', 'b'] },
  account: { name: "Nora's" },
  address: 'Studio North\r\nStorgata 1 & 2',
  unsubscribe_url: URL,
  delivery: { token: 'tok' },
}

/** Composes an email with sanitized content, a layout and compiled links. */
const compose = (content: string, layout: string = BUILT_IN_LAYOUTS.Classic) =>
  compileLinks(applyLayout(layout, { content: sanitizeHtml(content) })).html

function render(content: string, { layout = BUILT_IN_LAYOUTS.Classic, variables = VARIABLES as object } = {}) {
  const template = requireInHtml(compose(content, layout))
  return joinTemplate(template, template.render(variables as never))
}
const isFast = (source: string) => requireInHtml(source) === parseLiquid(source, 'html')

interface Tag {
  name: string
  attribs: Record<string, string>
}
function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  const parser = new Parser({ onopentag: (name, attribs) => void tags.push({ name, attribs: { ...attribs } }) })
  parser.end(html)
  return tags
}

/** Checks that the message of a recipient is sanitized. */
function expectClean(html: string): void {
  for (const { name, attribs } of tagsOf(html)) {
    expect(['script', 'iframe', 'svg', 'form', 'object', 'link', 'base'], html).not.toContain(name)
    for (const [attribute, value] of Object.entries(attribs)) {
      expect(attribute, html).not.toMatch(/^on|["'<]/)
      if (attribute === 'href') expect([isSafeLink(value), value, html]).toEqual([true, value, html])
    }
  }
}

describe('Liquid cannot move the boundaries of tags and attributes', () => {
  test.each([
    '{% capture x %}" onmouseover="alert(1){% endcapture %}<a title="{{ x }}">a</a>',
    '{% capture x %}<b class=" onmouseover=alert(1) ">{% endcapture %}<i title="{{ x }}">a</i>',
    '{% capture x %}" onmouseover="alert(1){% endcapture %}<i title="{{ subscriber.none | default: x }}">a</i>',
    '{% capture x %}" onmouseover="alert(1){% endcapture %}{% assign y = x %}<i title="{{ y }}">a</i>',
    '{% capture x %}" onmouseover="alert(1){% endcapture %}{% for y in x %}<i title="{{ y }}">a</i>{% endfor %}',
    '{% capture unsubscribe_url %}" onmouseover="alert(1){% endcapture %}<a href="{{ unsubscribe_url }}">a</a>',
    '{% assign unsubscribe_url = "javascript:alert(1)" %}<a href="{{ unsubscribe_url }}">a</a>',
    '<a title="{% if none %}">{% endif %}" onmouseover="alert(1)">a</a>',
    '<a title="{% comment %}">{% endcomment %}" onmouseover="alert(1)">a</a>',
    '<a title="{% capture x %}">{% endcapture %}" onmouseover="alert(1)">a</a>',
    '<a title="{% for i in none %}">{% endfor %}" onmouseover="alert(1)">a</a>',
    '<a title="{% for i in subscriber.tags %}{% break %}">{% endfor %}" onmouseover="alert(1)">a</a>',
    '<a title="{% case 1 %}{% when 2 %}">{% endcase %}" onmouseover="alert(1)">a</a>',
    '<a title="{% if true %}x{% else %}">{% endif %}" onmouseover="alert(1)">a</a>',
    '< {%- if true %}img src=x onerror=alert(1)>{% endif %}',
    '< {%- assign a = 1 -%} img src=x onerror=alert(1)>',
    '< {{- "" -}} img src=x onerror=alert(1)>',
    '<img alt="{% if none %}"><img alt="{% endif %}" src="https://a.example/x.png">',
    "<p title='{{ subscriber.first_name }}'>{{ subscriber.first_name }}</p>",
    '<p {{ subscriber.first_name }}>a</p><p title={{ subscriber.first_name }}>b</p>',
    '<!-- {{ "--><script>alert(1)</script>" }} -->',
  ])('%s', (content) => {
    for (const layout of Object.values(BUILT_IN_LAYOUTS)) expectClean(render(content, { layout }))
  })

  test('any mix of HTML and Liquid is still sanitized after rendering', () => {
    const pieces = [
      '<a title="',
      '<a href="',
      '<img alt="',
      "<b class='",
      '<p ',
      '">',
      '"',
      "'",
      '>',
      '<',
      '< ',
      '</a>',
      '</p>',
      ' onclick="x()"',
      " onclick='x()'",
      ' onclick=x() ',
      'javascript:x()',
      'https://a.example/',
      '<script>',
      '<!--',
      '-->',
      '{% if true %}',
      '{% if none %}',
      '{%- if true -%}',
      '{% unless none %}',
      '{% else %}',
      '{% endif %}',
      '{%- endif -%}',
      '{% endunless %}',
      '{% for i in subscriber.tags %}',
      '{% break %}',
      '{% continue %}',
      '{% endfor %}',
      '{% comment %}',
      '{% endcomment %}',
      '{% capture x %}',
      '{% capture address %}',
      '{% endcapture %}',
      '{{ x }}',
      '{{- x -}}',
      '{{ i }}',
      '{% assign y = x %}',
      '{{ y }}',
      '{{ none | default: x }}',
      '{{ subscriber.first_name }}',
      '{{ address | newline_to_br }}',
      '{{ x | escape }}',
      '{% case 1 %}',
      '{% when 1 %}',
      '{% endcase %}',
      '{{ "<b onclick=x()>" }}',
      ' ',
      'text',
      '&quot;',
      'style="',
      '{{ unsubscribe_url }}',
    ]
    const soup = fc.array(fc.constantFrom(...pieces), { minLength: 3, maxLength: 14 }).map((parts) => parts.join(''))
    const numRuns = runs(2_000, 400)
    let parsed = 0
    fc.assert(
      fc.property(soup, (content) => {
        let html: string
        try {
          html = render(content, { layout: '<html><body>{{ content }}</body></html>' })
        } catch {
          return
        }
        parsed++
        expectClean(html)
      }),
      { numRuns },
    )
    expect(parsed).toBeGreaterThan(numRuns / 10)
  })

  test('messages of typical templates are not checked one by one', () => {
    for (const layout of Object.values(BUILT_IN_LAYOUTS)) {
      for (const content of [
        '<p>Hello {{ subscriber.first_name | default: "friend" }},</p><p><a href="https://a.example/?a={{ subscriber.city }}">x</a></p>',
        '{% if subscriber.city == "Oslo" %}<table><tr><td style="color:red">a</td></tr></table>{% else %}<p>b</p>{% endif %}',
        '<p style="color:{% if subscriber.city %}red{% else %}blue{% endif %}">a</p>',
        '<ul>{% for tag in subscriber.tags %}<li title="{{ tag }}">{{ tag }}</li>{% endfor %}</ul>',
        '{% capture hello %}<b>Hi</b>{% endcapture %}<p>{{ hello }}</p>{% comment %}<p>note</p>{% endcomment %}',
        '{% capture u %}https://a.example/{{ subscriber.city }}{% endcapture %}<a href="{{ u }}">x</a>',
        '{% assign n = 3 %}<p>3 < 4 & {{ n }}</p>',
        '<div style="display:none">hidden words</div><p>x</p>',
        '<p>By {{ account.name }} <a href="{{ unsubscribe_url }}">Leave</a>, {{ address }}</p>',
      ]) {
        expect([content, isFast(compose(content, layout))]).toEqual([content, true])
      }
    }
  })
})

const LINK = '<a href="{{ unsubscribe_url }}">Leave</a>'
const BOTH = `<p>${LINK} {{ address }}</p>`
/** Returns which parts are outside of all elements that hide their content in one of the ways below. */
function seen(html: string): { unsubscribe: boolean; address: boolean } {
  const open: { name: string; attribs: Record<string, string> }[] = []
  let [link, text] = ['', '']
  const hides = ({ name, attribs }: (typeof open)[number]) =>
    name === 'details' ||
    name === 'title' ||
    /none|hidden|font:0|font-size:(?:0|1px|2em)|opacity|-9999px|transparent|scale/i.test(attribs.style ?? '')
  const parser = new Parser({
    onopentag: (name, attribs) => void open.push({ name, attribs: { ...attribs } }),
    onclosetag: () => void open.pop(),
    ontext(words) {
      if (open.some(hides)) return
      text += words
      if (open.some(({ name, attribs }) => name === 'a' && attribs.href === URL)) link += words
    },
  })
  parser.end(html)
  return {
    unsubscribe: /\w/.test(link),
    address: text.replace(/\s+/g, ' ').toLowerCase().includes('studio north storgata 1 & 2'),
  }
}
const footers = (html: string) => html.match(/>Unsubscribe<\/a>/g)?.length ?? 0
const addresses = (html: string) => html.match(/Storgata/g)?.length ?? 0

describe('every recipient sees an unsubscribe link and the postal address [B6, L1]', () => {
  test.each([
    `{% if none %}${BOTH}{% endif %}`,
    `{% unless true %}${BOTH}{% endunless %}`,
    `{% for i in none %}${BOTH}{% endfor %}`,
    `{% case 1 %}{% when 2 %}${BOTH}{% endcase %}`,
    `{% capture x %}${BOTH}{% endcapture %}`,
    `{% comment %}${BOTH}{% endcomment %}`,
    `<div style="display:none">${BOTH}</div>`,
    `<div style="DISPLAY : None !important">${BOTH}</div>`,
    `<div style="display:none">${BOTH}`,
    `<table style="display:none"><tr><td>${BOTH}`,
    `<div style="visibility:hidden">${BOTH}</div>`,
    `<div style="font-size:0">${BOTH}</div>`,
    `<div style="font-size:1px">${BOTH}</div>`,
    `<div style="font-size:0"><span style="font-size:2em">${BOTH}</span></div>`,
    `<div style="opacity:0">${BOTH}</div>`,
    `<div style="max-height:0;overflow:hidden">${BOTH}</div>`,
    `<div style="position:absolute;left:-9999px">${BOTH}</div>`,
    `<div style="text-indent:-9999px">${BOTH}</div>`,
    `<div style="color:transparent"><p><a href="{{ unsubscribe_url }}" style="color:rgba(0,0,0,0)">Leave</a> {{ address }}</p></div>`,
    `<div style="transform:scale(0)">${BOTH}</div>`,
    `<div style="transform:translateX(-9999px)">${BOTH}</div>`,
    `<div style="filter:opacity(0)">${BOTH}</div>`,
    `<div style="font:0/0 a">${BOTH}</div>`,
    `<details><summary>More</summary>${BOTH}</details>`,
    `<div style="{% if true %}display:none{% endif %}">${BOTH}</div>`,
    `<div style="display:{{ subscriber.none | default: 'none' }}">${BOTH}</div>`,
    `<div style="display:none">{% if none %}</div>{% endif %}${BOTH}{% if none %}<div>{% endif %}</div>`,
    `{% if true %}<div style="display:none">{% endif %}${BOTH}{% if true %}</div>{% endif %}`,
    '<p><a href="{{ unsubscribe_url }}"> </a> {{ address | truncate: 0 }}</p>',
    '<p><a href="{{ unsubscribe_url }}"><img src="https://a.example/x.png" alt=""></a> {{ address | remove: address }}</p>',
    '<p><a href="{{ unsubscribe_url }}">{% if none %}Leave{% endif %}</a> {% if none %}{{ address }}{% endif %}</p>',
    `{% assign address = "" %}{% assign unsubscribe_url = "https://elsewhere.example/" %}${BOTH}`,
    '<p title="{{ address }}">{{ unsubscribe_url }}</p>',
    '<p><a href="https://elsewhere.example/{{ unsubscribe_url }}">Leave</a> {{ address | slice: 0, 3 }}</p>',
  ])('with the template %s', (content) => {
    for (const layout of [...Object.values(BUILT_IN_LAYOUTS), '{{ content }}'])
      expect(seen(render(content, { layout }))).toEqual({ unsubscribe: true, address: true })
  })

  test.each([
    ['nothing about it', '<p>Hello</p>'],
    ['both', BOTH],
    ['both in a branch that this recipient gets', `{% if true %}${BOTH}{% endif %}`],
    ['words that are Liquid', '<p><a href="{{ unsubscribe_url }}">{{ account.name }}</a> {{ address | upcase }}</p>'],
    [
      'a picture with a description',
      '<p><a href="{{ unsubscribe_url }}"><img src="https://a.example/x.png" alt="Leave"></a> {{ address }}</p>',
    ],
    [
      'cells without a size of their own',
      `<table style="font-size:0"><tr><td style="font-size:13px">${BOTH}</td></tr></table>`,
    ],
    ['both beside hidden words', `<p style="display:none">x</p>${BOTH}`],
  ])('a template that shows %s gets nothing twice', (_name, content) => {
    for (const layout of Object.values(BUILT_IN_LAYOUTS)) {
      const html = render(content, { layout })
      expect(html.split(`href="${URL}"`)).toHaveLength(2)
      expect(html.match(/storgata/gi)).toHaveLength(1)
    }
  })

  test('only missing parts are added', () => {
    const html = render(`{% if none %}${LINK}{% endif %}<p>{{ address }}</p>`)
    expect([footers(html), addresses(html)]).toEqual([1, 1])
  })

  test('the plain text has both, whatever its Liquid omits', () => {
    for (const content of [
      `{% if none %}${BOTH}{% endif %}`,
      `{% assign address = "" %}${BOTH}`,
      '{{ address | remove: "S" }}',
    ]) {
      const template = requireInText(htmlToText(compose(content)))
      const text = joinTemplate(template, template.render(VARIABLES))
      expect(text).toContain(URL)
      expect(text).toContain('Studio North\nStorgata 1 & 2')
    }
    const source = htmlToText(compose('<p>Hello</p>'))
    expect(requireInText(source)).toBe(parseLiquid(source, 'text'))
  })

  test('an account without a postal address adds none', () => {
    const variables = { ...VARIABLES, address: '' }
    expect(render(`{% if none %}${BOTH}{% endif %}`, { variables })).toContain('>Unsubscribe</a></div>')
  })
})
