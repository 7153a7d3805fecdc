import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { maskLiquid } from '@/server/mail/liquid/source.ts'
import { testPage } from '@/server/testing/editor/page.ts'
import { emailExtensions } from '../extensions.ts'
import { LiquidCodec } from './codec.ts'
import { readMergeField, writeMergeField } from './merge-tags.ts'
import { LiquidMask } from './tokens.ts'

const schema = getSchema(emailExtensions({ placeholder: '', onOpenMergeTag: () => {}, onKey: () => false }))
const codec = () => new LiquidCodec(schema, testPage)
const roundTrip = (html: string) => {
  const own = codec()
  return own.write(own.read(html))
}

const KEPT = [
  '<p>Dear {{ subscriber.first_name | default: "friend" }}, hello</p>',
  "<p>Dear {{subscriber.first_name|default:'you'}}!</p>",
  '<p>{{- subscriber.favorite_color -}}</p>',
  '<p>{{ subscriber.first_name | default: &quot;friend&quot; }} &amp; co.</p>',
  '<p><strong>{{ subscriber.first_name }}</strong> and <em>{{ subscriber.city }}</em></p>',
  '<p>{% if subscriber.city == "Oslo" %}See you{% else %}Watch online{% endif %} tonight</p>',
  '<p>{% if subscriber.age &gt; 3 %}big{% endif %} {% if subscriber.age > 3 %}also{% endif %}</p>',
  '<p>{{ subscriber.first_name | upcase | truncate: 20, "…" }}</p>',
  '<p><a href="{{ unsubscribe_url }}">leave</a></p>',
  '<p><a href="https://x.example/?a=1&amp;for={{ subscriber.id | default: "0" }}">shop</a></p>',
  '<h2>{{ account.name }}</h2><ul><li><p>{{ subscriber.city }}</p></li></ul>',
  '<p>One</p>{% for tag in subscriber.tags %}<p>{{ tag }}</p>{% endfor %}<p>Two</p>',
  '{{ snippet.sign_off }}<p>Text</p>{{ snippet.footer }}',
  '<p>A</p>{% if subscriber.tags contains "VIP" %}<p>For you</p><ul><li><p>one</p></li></ul>{% endif %}<p>B</p>',
  "{% unless subscriber.tags contains 'Buyer' %}<p>Buy</p>{% endunless %}",
  '{% unless subscriber.segments contains "Loyal fans" %}<p>Stay</p>{% endunless %}',
  '{% if subscriber.tags contains "a" %}{% if subscriber.tags contains "b" %}<p>Both</p>{% endif %}{% endif %}',
  '{% if subscriber.tags contains "VIP" %}<p>a</p>{% else %}<p>b</p>{% endif %}',
  '<blockquote>{% if subscriber.tags contains "VIP" %}<p>a</p>{% endif %}</blockquote>',
  '<pre><code>{{ subscriber.first_name }} {% if x %}</code></pre>',
  '<p><code>{{ subscriber.first_name }}</code></p>',
  '<p>Save {{ 50 % and {off} 100 %}</p>',
  '<p>{{ "}}" }} and {{ subscriber.first_name }}</p>',
  '<p>{{ unclosed</p><p>and {{ subscriber.city }} here</p>',
  '<p>{{ a</p><p>b }}</p>',
  '<p>{% comment %}{{ subscriber.first_name }}{% endcomment %}</p>',
  '<p>“{{ subscriber.first_name | default: “dear” }}”</p>',
  '<p>&#123;&#123; subscriber.first_name }} and &#123;% if a %}</p>',
  '<pre><code>&#123;&#123; user.name | nofilter }} {{ subscriber.city }}</code></pre>',
  '<p>{% raw %}{{ subscriber.first_name }}{% endraw %}</p>',
  '<p><a href="https://a.example/?q=&#123;&#123; x }}">x</a></p>',
]

test('Liquid is preserved byte for byte, wherever it is', () => {
  for (const html of KEPT) {
    expect(roundTrip(html)).toBe(html)
    expect(codec().keeps(html)).toBe(true)
  }
})

test('variables become chips, conditions surround their blocks, and other Liquid stays text', () => {
  const doc = (html: string) => codec().read(html).toJSON().content
  expect(doc('<p>Hi {{ subscriber.city }}</p>')[0].content).toEqual([
    { type: 'text', text: 'Hi ' },
    { type: 'mergeTag', attrs: { liquid: '{{ subscriber.city }}' } },
  ])
  const date = '{{ subscriber.birthday | date: "%B %-d" | default: "soon" }}'
  expect(doc(`<p>${date}</p>`)[0].content).toEqual([{ type: 'mergeTag', attrs: { liquid: date } }])
  const field = readMergeField(date)
  expect(field).toEqual({ path: 'subscriber.birthday', date_format: '%B %-d', fallback: 'soon' })
  expect(field && writeMergeField(field)).toBe(date)
  expect(field && writeMergeField({ ...field, date_format: null, fallback: null })).toBe('{{ subscriber.birthday }}')
  expect(doc('{% if subscriber.tags contains "VIP" %}<p>a</p>{% endif %}')).toMatchObject([
    { type: 'condition', content: [{ type: 'paragraph' }] },
  ])
  expect(
    doc('{% if subscriber.city == "Oslo" %}<p>a</p>{% endif %}').map(({ type }: { type: string }) => type),
  ).toEqual(['liquidLine', 'paragraph', 'liquidLine'])
  expect(doc('<p>{{ subscriber.city | upcase }}</p>')[0].content).toEqual([
    { type: 'text', text: '{{ subscriber.city | upcase }}' },
  ])
  expect(doc('<pre><code>{{ subscriber.city }}</code></pre>')[0].content).toEqual([
    { type: 'text', text: '{{ subscriber.city }}' },
  ])
})

test('braces written as entities are text, and stay entities', () => {
  const written = '<p>&lcub;&lbrace; subscriber.city }} &#x7b;&#0123; b }} {&#37; if c %}</p>'
  expect(codec().read(written).textContent.replaceAll('\u2060', '')).toBe('{{ subscriber.city }} {{ b }} {% if c %}')
  expect(roundTrip(written)).toBe('<p>&#123;&#123; subscriber.city }} &#123;&#123; b }} &#123;% if c %}</p>')
})

test('Liquid between the items of a list needs the HTML editor', () => {
  expect(codec().keeps('<ul>{% for tag in subscriber.tags %}<li><p>{{ tag }}</p></li>{% endfor %}</ul>')).toBe(false)
  expect(codec().keeps('<ul><li><p>{{ subscriber.city }}</p></li></ul>')).toBe(true)
})

test('the editor recognizes Liquid in the same places as the server', () => {
  for (const html of KEPT.filter((one) => !/unclosed|\{\{ 50|\{\{ a</.test(one)))
    expect(new LiquidMask().hide(html)).toBe(maskLiquid(html).text)
})

test('a source with unclosed tags is read in linear time', () => {
  for (const hostile of ['{{ "'.repeat(50_000), '{{'.repeat(100_000), '{%<b>'.repeat(50_000)])
    expect(new LiquidMask().hide(hostile)).toHaveLength(hostile.length)
})
