import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ratio } from '../../testing/processor-time.ts'
import { LiquidError } from './error.ts'
import { joinTemplate, type LiquidMode, parseLiquid, previewVariables, renderLiquid, withGiven } from './template.ts'

const variables = {
  subscriber: {
    first_name: '<b>Lin</b>',
    email_address: 'a&b@example.net',
    age: 5,
    pets: ['cat', 'dog'],
    bio: 'x\r\ny',
  },
  account: { name: "Nora's" },
  unsubscribe_url: 'https://m.example/u?a=1&b=2',
  address: '1 Road\nTown',
}
const html = (source: string) => renderLiquid(source, 'html', variables)
const text = (source: string) => renderLiquid(source, 'text', variables)

function failure(source: string, mode: LiquidMode = 'html'): LiquidError {
  try {
    renderLiquid(source, mode, variables)
  } catch (error) {
    if (error instanceof LiquidError) return error
    throw error
  }
  throw new Error(`no error from ${source}`)
}

describe('personalization', () => {
  test('defaults, conditions, loops and filters work', () => {
    expect(text('Hi {{ subscriber.last_name | default: "friend" }}')).toBe('Hi friend')
    expect(text('{% if subscriber.age > 3 %}old{% else %}young{% endif %}')).toBe('old')
    expect(text('{% for pet in subscriber.pets %}{{ pet | upcase }} {% endfor %}')).toBe('CAT DOG ')
    expect(text('{% assign a = "x" %}{{ a }}{{ subscriber.pets.size }}{{ subscriber.pets }}')).toBe('x2catdog')
  })

  test.each<[unknown, string]>([
    ['Lin <3', 'Lin &lt;3'],
    ['', 'you &amp; me'],
    [null, 'you &amp; me'],
    [undefined, 'you &amp; me'],
    [false, 'you &amp; me'],
    [true, 'true'],
    [0, '0'],
    [[], 'you &amp; me'],
    [['a', 'b'], 'ab'],
    [{}, ''],
  ])('a default replaces only empty values: %j prints %s', (value, printed) => {
    const source = '{{ subscriber.name | default: "you & me" }}'
    expect(renderLiquid(source, 'html', { subscriber: { name: value } })).toBe(printed)
  })

  test('money has two decimals, or is in a currency and the language of the account', () => {
    const print = (source: string, language?: string) =>
      renderLiquid(source, 'text', { account: { language }, total: 1234.5, text: '7', word: 'much' }).replace(
        /\s/g,
        ' ',
      )
    expect(print('{{ total | money }} {{ text | money }} {{ word | money }} {{ nothing | money }}.')).toBe(
      '1,234.50 7.00 much .',
    )
    expect(print('{{ total | money: "EUR" }} {{ total | money: "JPY" }} {{ total | money: "euro" }}')).toBe(
      '€1,234.50 ¥1,235 1,234.50',
    )
    expect(print('{{ total | money: "EUR" }}', 'de')).toBe('1.234,50 €')
  })

  test('filters around a default apply', () => {
    const named = (source: string) => renderLiquid(source, 'text', { name: 'Lin', zero: false })
    expect(named('{{ name | default: "x" | upcase }}{{ name | upcase | default: "x" }}')).toBe('LINLIN')
    expect(named('{{ zero | default: "x", allow_false: true }}')).toBe('false')
    expect(named('{% assign name = "Eve" %}{{ name | default: "x" }}')).toBe('Eve')
  })

  test('a missing variable prints nothing, also as a property of another one', () => {
    expect(html('[{{ unknown }}{{ subscriber.x.y.z }}{{ snippet.gone }}]')).toBe('[]')
    expect(html('[{{ subscriber }}]')).toBe('[]')
  })

  test('an assigned name shadows a variable of the same name', () => {
    expect(text('{{ address }}{% assign address = "here" %} {{ address }}')).toBe('1 Road Town here')
  })

  test('changes of an HTML editor to Liquid are undone', () => {
    expect(html('{% if subscriber.age &gt; 3 %}y{% endif %}')).toBe('y')
    expect(html('{{ subscriber.x | default: “friend” }}')).toBe('friend')
    expect(html('{{&nbsp;subscriber.x | default: &quot;it’s&quot; }}')).toBe('it’s')
  })

  test('fixed parts and values are separate', () => {
    const template = parseLiquid('<p>Hi {{ subscriber.age }}{{ account.name }}</p>{% if true %}!{% endif %}', 'text')
    expect(template.fixed).toEqual(['<p>Hi ', '</p>', ''])
    const values = template.render(variables)
    expect(values).toEqual(["5Nora's", '!'])
    expect(joinTemplate(template, values)).toBe("<p>Hi 5Nora's</p>!")
    expect(parseLiquid('nothing to fill', 'html').render(variables)).toEqual([])
  })

  test('the same source is parsed once, per mode', () => {
    expect(parseLiquid('Hi {{ a }}', 'html')).toBe(parseLiquid('Hi {{ a }}', 'html'))
    expect(parseLiquid('Hi {{ a }}', 'html')).not.toBe(parseLiquid('Hi {{ a }}', 'text'))
  })

  test('the variables of a template are listed', () => {
    expect(
      previewVariables(
        '{{ subscriber.first_name }}{% for p in subscriber.pets %}{{ p.name }}{% endfor %}{{ address }}',
      ),
    ).toEqual(['subscriber.first_name', 'subscriber.pets', 'address'])
    expect(
      previewVariables(
        `{{ a[b.c].d }}{{ a["x y"].z }}{% assign q = r.s %}{{ q.t }}{% for i in (1..n) %}{{ i }}{{ forloop.index }}{% endfor %}{{ i }}
        {% if u == v.w and x contains "y" %}{{ e | default: f.g, allow_false: h }}{% endif %}{% case k %}{% when l %}{{ m }}{% endcase %}
        {% capture p %}{{ o }}{% endcapture %}{{ p }}`,
      ),
    ).toEqual(['b.c', 'a', 'a.x y.z', 'r.s', 'n', 'i', 'u', 'v.w', 'x', 'e', 'f.g', 'h', 'k', 'l', 'm', 'o'])
  })
})

describe('subscriber data is hostile [S4]', () => {
  test('it is always escaped in HTML', () => {
    const escaped = '&lt;b&gt;Lin&lt;/b&gt;'
    expect(html('{{ subscriber.first_name }}')).toBe(escaped)
    expect(html('{{ subscriber.first_name | escape }}')).toBe(escaped)
    expect(html('{% capture c %}<i>{{ subscriber.first_name }}</i>{% endcapture %}{{ c }}')).toBe(`<i>${escaped}</i>`)
    expect(html('{% assign n = subscriber.first_name %}{{ n }}')).toBe(escaped)
    expect(html('{{ subscriber.first_name | append: "<" }}')).toBe(`${escaped}&lt;`)
    expect(html('{{ unsubscribe_url }}')).toBe('https://m.example/u?a=1&amp;b=2')
  })

  test('filters after one that writes HTML print escaped text', () => {
    expect(html('{{ address | newline_to_br }}')).toBe('1 Road<br />\nTown')
    expect(html('{{ "%3Cscript%3E" | newline_to_br | url_decode }}')).toBe('&lt;script&gt;')
    expect(html('{% capture c %}%3Ci%3E{% endcapture %}{{ c | url_decode }}')).toBe('&lt;i&gt;')
    expect(failure('{{ subscriber.first_name | raw }}').message).toContain('raw')
  })

  test('in text it is not escaped, but cannot begin a line', () => {
    expect(text('{{ subscriber.first_name }} {{ subscriber.bio }}')).toBe('<b>Lin</b> x y')
  })

  test('plain text has no HTML from filters, and line breaks only where the template asks for them', () => {
    expect(text('{{ address | newline_to_br }}')).toBe('1 Road\nTown')
    expect(text('{% capture c %}{{ address | newline_to_br }}{% endcapture %}{{ c }}')).toBe('1 Road\nTown')
    expect(text('{{ account.name | escape }} {{ subscriber.email_address | escape_once }}')).toBe(
      "Nora's a&b@example.net",
    )
  })

  test('mode line prints one line, whatever a value or a filter prints', () => {
    expect(renderLiquid('{{ address | newline_to_br }} {{ subscriber.bio }}', 'line', variables)).toBe(
      '1 Road Town x y',
    )
  })
})

describe('templates cannot reach anything and always end [S5]', () => {
  test.each([
    'include "x"',
    'render "x"',
    'layout "x"',
    'block a',
    'liquid echo 1',
    'echo 1',
    'cycle 1',
    'increment a',
  ])('there is no tag %s', (tag) => expect(failure(`{% ${tag} %}`).message).toMatch(/not found/))

  test('prototypes are out of reach', () => {
    expect(
      html('{{ subscriber.constructor }}{{ subscriber.__proto__ }}{{ subscriber.toString }}{{ constructor.name }}'),
    ).toBe('')
  })

  test.each([
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% for i in (1..900) %}{% for j in (1..900) %}{% endfor %}{% endfor %}',
    '{% assign a = "xxxxxxxxxx" %}{% for i in (1..100) %}{% assign a = a | append: a %}{% endfor %}',
    '{{ "now" | date: "%1000000000d" }}',
    `{% for i in (1..9999) %}${'x'.repeat(1000)}{% endfor %}`,
    `{% for i in (1..999) %}{% capture c %}{{ c }}${'x'.repeat(100)}{{ c }}{% endcapture %}{% endfor %}`,
  ])('ends at a counted limit and costs less than a large valid template: %s', (source) => {
    let error: LiquidError | undefined
    // Parsed templates are cached, so each text must be different.
    const unique = () => `{% comment %}${randomUUID()}{% endcomment %}`
    const large = () => html(`<p>{{ subscriber.first_name }}</p>${unique()}`.repeat(6_000))
    const hostile = () => {
      error = failure(`${source}${unique()}`)
    }
    expect(ratio(hostile, large, 1)).toBeLessThan(1)
    expect(error?.message).not.toContain('render limit')
  })

  test('all loops of an email run at most 2,000 times', () => {
    const loops = (times: number) => `{% for i in (1..1000) %}x{% endfor %}{% for i in (1..${times}) %}x{% endfor %}`
    expect(html(loops(1_000))).toHaveLength(2_000)
    expect(failure(loops(1_001)).message).toBe('loops run more than 2,000 times')
  })

  test('a template that is too long is refused', () => {
    expect(failure('x'.repeat(1_000_001)).message).toBe('the template is too long')
  })
})

describe('errors of a creator', () => {
  test.each([
    ['a\n\n{% if x %}', 3, 'not closed'],
    ['a\n{{ b | nope }}', 2, 'undefined filter: nope'],
    ['{{ open', 1, 'not closed'],
    ['x\n{% nope %}', 2, 'tag "nope" not found'],
    ['x\n\n\n{% for in %}{% endfor %}', 4, 'illegal tag'],
  ])('%j is reported at line %i', (source, line, message) => {
    const error = failure(source)
    expect(error.line).toBe(line)
    expect(error.message).toContain(message)
    expect(error.message).not.toMatch(/col:/)
  })

  test('an entity inside a tag that would move its end is refused', () => {
    expect(failure('{{ &quot;}} {{ "x" }}').message).toBe('unbalanced quotes in a tag')
  })
})

describe('links whose target depends on the recipient', () => {
  const link = (target: string) =>
    renderLiquid(
      `{% tracked_link 3 %}${target}{% endtracked_link %}`,
      'html',
      variables,
      (number, url) => `t/${number}?${url}`,
    )

  test('are passed with encoded values, and their result is escaped', () => {
    expect(link('https://shop.example/?e={{ subscriber.email_address }}&amp;x=1')).toBe(
      't/3?https://shop.example/?e=a%26b%40example.net&amp;x=1',
    )
  })

  test.each([
    '{{ "javascript:alert(1)" }}',
    '{{ "java" }}script:x',
    '{{ unknown }}',
    'data:text/html,{{ account.name }}',
  ])('%s becomes # [S4]', (target) => expect(link(target)).toBe('#'))

  test('a value in mailto is encoded', () => {
    expect(link('mailto:{{ subscriber.email_address }}')).toBe('mailto:a%26b@example.net')
  })
})

test('the same output prints the current values in each place', () => {
  const greeting = '{{ name | default: "friend" | upcase }}'
  const source = `a ${greeting} b ${greeting} {% assign name = "Eve" %} c ${greeting} {% for name in names %}d ${greeting}{% endfor %}`
  const text = renderLiquid(source, 'text', { name: 'Lin', names: ['x', 'y'] }).replace(/\s+/g, ' ')
  expect(text).toBe('a LIN b LIN c EVE d Xd Y')
  expect(renderLiquid(`${greeting} and ${greeting}`, 'html', {})).toBe('FRIEND and FRIEND')
})

describe('given variables', () => {
  const given_variables = { account: { name: 'Studio & North' }, address: 'Road 1\nOslo' }
  const variables = { ...given_variables, name: 'Lin' }
  test.each([
    ['<p>{{ account.name }}, {{ name }}<br>{{ address | newline_to_br }}</p>', 1],
    ['{{ name }}{{ account.name }}', 1],
    ['{{ account.name }} {{ account.name | upcase }}{{ address }}', 0],
    ['{{ address | default: name }}', 1],
    ['{{ account.founded | default: "now" | date: "%Y" }}', 1],
    ['{{ "now" | date: "%Y" }}', 1],
    ['{% assign address = name %}{{ address }} and {{ account.name }}', 2],
    ['no variables', 0],
  ])('are printed once where nothing else decides: %s', (source, slots) => {
    const template = parseLiquid(source, 'html')
    const same = withGiven(template, given_variables)
    expect(same.render(variables).length).toBe(slots)
    expect(joinTemplate(same, same.render(variables))).toBe(joinTemplate(template, template.render(variables)))
  })
})
