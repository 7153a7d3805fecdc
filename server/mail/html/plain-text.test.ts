import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderLiquid } from '../liquid/template.ts'
import { plainTextOf } from './plain-text.ts'
import { sanitizeHtml } from './sanitize.ts'

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

test('a link that only some recipients get keeps its address next to it', () => {
  const html =
    '{% if subscriber.city == "Oslo" %}<p><a href="https://x.example">Oslo</a></p>{% endif %}' +
    '<ul>{% for tag in subscriber.tags %}<li><a href="https://x.example/{{ tag }}">{{ tag }}</a></li>{% endfor %}</ul>' +
    '<p><a href="https://y.example">All</a></p>'
  expect(plainTextOf(html)).toBe(
    '{% if subscriber.city == "Oslo" %}Oslo (https://x.example)\n\n{% endif %}' +
      '{% for tag in subscriber.tags %}- {{ tag }} ({% tracked_link 0 %}https://x.example/{{ tag }}{% endtracked_link %})\n{% endfor %}\nAll [1]\n\n[1] https://y.example',
  )
})

test('addresses, anchors and images without words are written naturally', () => {
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

test('an unsubscribe link in a sentence keeps its address next to it [B6]', () => {
  expect(plainTextOf('<p>You can <a href="{{ unsubscribe_url }}">leave</a> any time.</p>')).toBe(
    'You can leave ({{ unsubscribe_url }}) any time.',
  )
})

test('a table with headings has one line per row, a layout table one per cell', () => {
  const rows = '<tr><th>Plan</th><th>Price</th></tr><tr><td colspan="999999999">Basic</td><td>5</td></tr>'
  expect(plainTextOf(`<table>${rows}</table>`)).toBe('Plan | Price\nBasic | 5')
  expect(plainTextOf(`<table role="presentation">${rows}</table>`)).toBe('Plan\nPrice\nBasic\n5')
})

test.each([
  'font-size:0',
  'font-size:0px !important',
  'FONT-SIZE: .0em',
  'font:0/0 a',
  'line-height:0;overflow:hidden',
  'mso-hide:all;font-size:1px;color:#fff',
  'mso-hide:all;color:#ffffff;background-color:#FFFFFF',
  'width:0;overflow:hidden',
  'max-width:0px;overflow:hidden;white-space:nowrap',
  'visibility:hidden',
  'visibility:collapse',
  'text-indent:-9999px',
  'position:absolute;left:-9999px',
  'position:fixed;top:-1000px',
  'margin-left:-9999px',
  'color:transparent',
  'color:rgba(0,0,0,0)',
  'color:#ffff0000',
])('a preheader that is hidden by %s is not in the text', (style) => {
  const html = `<div style="${style}">Pre <b>view <i>of</i></b> {% if a %}it {{ a }}{% endif %}</div><p>Body</p>`
  expect(
    plainTextOf(sanitizeHtml(html))
      .replace(/\{%[^%]*%\}/g, '')
      .trim(),
  ).toBe('Body')
  expect(plainTextOf(html)).toContain('{% if a %}')
})

test.each([
  // As MJML writes it.
  '<td style="font-size:0px;padding:10px 25px"><div style="font-size:13px;line-height:1">Body</div></td>',
  '<div style="font-size:0"><a href="https://x.example"><img src="https://x.example/a.png" alt="Body"></a></div>',
  '<div style="font-size:0"><span style="font:400 16px/1.5 Arial">Body</span></div>',
  '<div style="font-size:0"><font size="3">Body</font></div>',
  '<div style="font-size:0"><p style="font-size:medium"><b style="font-size:90%">Body</b></p></div>',
  '<div style="font-size:0;font-size:16px">Body</div>',
  '<div style="font-size:0.9em">Body</div>',
  '<style>@media screen{.a{font-size:16px}}</style><div style="font-size:0"><p class="a">Body</p></div>',
  '<div style="line-height:0;overflow:hidden"><p style="line-height:1.5">Body</p></div>',
  '<div style="line-height:0">Body</div>',
  '<div style="line-height:0;overflow:hidden;height:40px">Body</div>',
  '<div style="width:0;min-width:100%;overflow:hidden">Body</div>',
  '<table><tr><td style="max-width:0;overflow:hidden;text-overflow:ellipsis">Body</td></tr></table>',
  '<a style="text-indent:-9999px;background:url(https://x.example/a.png)">Body</a>',
  '<div style="text-indent:-9999px"><p style="text-indent:0">Body</p></div>',
  '<ul style="text-indent:-1em"><p>Body</p></ul>',
  '<div style="margin:0 -9999px;padding:0 9999px">Body</div>',
  '<div style="left:-9999px">Body</div>',
  '<div style="color:transparent"><b style="color:#111">Body</b></div>',
  '<h1 style="background:#111;-webkit-background-clip:text;color:transparent">Body</h1>',
  '<p style="color:rgba(0,0,0,0.5)">Body</p>',
])('what an inner or another style shows is in the text: %s', (html) =>
  expect(
    plainTextOf(html)
      .replace(/ ?\[1\][^\n]*/g, '')
      .trim(),
  ).toBe('Body'),
)

test('a line that contains only filler is not in the text', () => {
  for (const filler of ['&zwnj;&nbsp;&#847;', '&#8203;', '&#847;&zwnj;&nbsp;&#8199;&#65279;&shy;'.repeat(9)]) {
    const block = `<div style="font-size:1px">${filler}</div>`
    expect(plainTextOf(`<p>a</p>${block}<p>b</p>${block}`)).toBe('a\n\nb')
  }
  expect(plainTextOf('<p>a</p><p>&nbsp;</p><p>b</p>')).toBe('a\n\n\nb')
})

test('items of a list that the editor wrote as paragraphs have no empty lines between them', () => {
  expect(
    plainTextOf('<p>You need</p><ul><li><p>a pencil</p></li><li><p>paper</p><p>or card</p></li></ul><p>Nora</p>'),
  ).toBe('You need\n\n- a pencil\n- paper\n  or card\n\nNora')
})

test('a hidden preheader, and the characters that fill it, are not in the text', () => {
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

test('a link that shows nothing is not printed, and a linked image is separate from the next word', () => {
  expect(plainTextOf('<p><a href="https://x.example/y"></a>z, <a href="https://x.example/b"><b> </b></a>c</p>')).toBe(
    'z, c',
  )
  expect(plainTextOf('<p>a<a href="https://x.example/y"><img src="a.png" alt=""></a>z</p>')).toBe(
    'a https://x.example/y z',
  )
  expect(plainTextOf('<p>He <q>said so</q>.</p>')).toBe('He “said so”.')
})

test('a raised number is separate from the number before it, and a place to divide a word is not a space', () => {
  expect(plainTextOf('<p>10<sup>5</sup> m<sup>−2</sup>, x<sup>n+1</sup>, H<sub>2</sub>O, 1<sup>st</sup></p>')).toBe(
    '10⁵ m⁻², xⁿ⁺¹, H₂O, 1st',
  )
  expect(
    plainTextOf('<p>Fact<sup><a href="#n1">1</a></sup>, source<sup><a href="https://x.example">2</a></sup></p>'),
  ).toBe('Fact¹, source2 [1]\n\n[1] https://x.example')
  expect(plainTextOf('<p>Donau\u200bdampf&shy;schiff ภาษา&#8203;ไทย</p>')).toBe(
    'Donau\u200bdampf\u00adschiff ภาษา\u200bไทย',
  )
  expect(plainTextOf('<p>a</p><p>&#8203;</p><p>&#65279;</p><p>b</p>')).toBe('a\n\n\nb')
})

/** Returns the words of the text part. */
const wordsOf = (html: string) =>
  renderLiquid(plainTextOf(sanitizeHtml(html)), 'text', {
    subscriber: { first_name: 'Lin', tags: ['a', 'b'] },
    unsubscribe_url: 'https://m.example/u',
  })
    .replace(/\s+/g, ' ')
    .trim()

test.each([
  [
    '<p>&lbrace;{name}} {% raw %}{{ user.name }}{% endraw %} {{ subscriber.first_name }}</p>',
    '{{name}} {{ user.name }} Lin',
  ],
  ['<p>{% raw %}{{% endraw %}{{ subscriber.first_name }}{% raw %}}}{% endraw %}</p>', '{Lin}}'],
  ['<p>{% raw %}{{% endraw %}% if x %}</p>', '{% if x %}'],
  [
    '<pre>{% raw %}{% for x in y %}\n{{ x | e }}\n{% endfor %}{% endraw %}</pre>',
    '{% for x in y %} {{ x | e }} {% endfor %}',
  ],
  ['<p>{% raw %}<b>{{</b> x }}{{ a &lt; b }}{% endraw %}</p>', '{{ x }}{{ a < b }}'],
  ['<p>{% raw %}{{ a }}{% endraw %}{% raw %}{{ b }}{% endraw %}</p>', '{{ a }}{{ b }}'],
  ['<p>{% raw %}&#123;% raw %} {{ a }} &#123;% endraw %}{% endraw %}</p>', '{% raw %} {{ a }} {% endraw %}'],
  [
    '<p>&#123;%raw%}x&#123;%endraw%} &#123;% extends "b" %} &#123;# c #}</p>',
    '{%raw%}x{%endraw%} {% extends "b" %} {# c #}',
  ],
  [
    '<p>&#123;&#123;#if user}} Hi &#123;&#123;/if}} &#123;&#123;&gt; part }} &#123;&#123;{raw}}}</p>',
    '{{#if user}} Hi {{/if}} {{> part }} {{{raw}}}',
  ],
  [
    '<p>&#123;&#123; range .Items }} &#123;&#123;- . -}} &#123;&#123; end }}</p>',
    '{{ range .Items }} {{- . -}} {{ end }}',
  ],
  ['<p>&lt;% if (a) { %&gt; {x} &lt;%= b %&gt; #{b} {} }} %}</p>', '<% if (a) { %> {x} <%= b %> #{b} {} }} %}'],
  [
    '<pre>{"a": {"b": {"c": 1}}} style={&#123; color: "red" }}</pre>',
    '{"a": {"b": {"c": 1}}} style={{ color: "red" }}',
  ],
  ['<p>\\frac&#123;&#123;a}+b}&#123;c} f(x) = {x | x &gt; 0}</p>', '\\frac{{a}+b}{c} f(x) = {x | x > 0}'],
  ['<p>awk &#39;{print $1}&#39; | xargs -I{} sh | % { $_ }</p>', "awk '{print $1}' | xargs -I{} sh | % { $_ }"],
  [
    '<p>*|FNAME|* [[name]] %NAME% {FIRST} &lt;&lt;NAME&gt;&gt; {$name} %%name%%</p>',
    '*|FNAME|* [[name]] %NAME% {FIRST} <<NAME>> {$name} %%name%%',
  ],
  ['<p>&#123;&#123; &#123;{{ subscriber.first_name }}} }}</p>', '{{ {Lin} }}'],
  ['<p>{{ "{{ literal }}" }} {{ "{% x %}" }} {{ "a}b" }}</p>', '{{ literal }} {% x %} a}b'],
  ['<p>{% assign a = "{" %}{{ a }}{{ a }} x }}</p>', '{{ x }}'],
  ['<p>{% capture c %}&#123;&#123; y }}{% endcapture %}{{ c }}</p>', '{{ y }}'],
  ['<p>{% for t in subscriber.tags %}&#123;&#123;{{ t }}}} {% endfor %}</p>', '{{a}} {{b}}'],
  ['<p>{<b>{ a }</b>} {<i></i>{ b }} {<!-- x -->{ c }}</p>', '{{ a }} {{ b }} {{ c }}'],
  ['<p>&amp;#123;&amp;#123; a }} &amp;lbrace;</p>', '&#123;&#123; a }} &lbrace;'],
  ['<p>&#x7B;&#x25; if x &#x25;&#x7D; y</p>', '{% if x %} y'],
  ['<p>{{ subscriber.none | default: &laquo;&nbsp;vous&nbsp;&raquo; }}</p>', 'vous'],
  ['<p>{{ subscriber.none | default: &ldquo;it&rsquo;s you&rdquo; }}</p>', 'it’s you'],
  ['<div style="DISPLAY : NONE ;">Peek</div><li style="display:none">Peek</li><p>Body</p>', 'Body'],
  ['<div style="max-height:0;overflow:hidden;opacity:0"><div style="max-height:none">Peek</div></div>Body', 'Body'],
  ['<div style="display:none;display:block">Shown</div><div style="opacity:0.9">too</div>', 'Shown too'],
  ['<div style="max-height:0.5em;overflow:hidden">Shown</div><p aria-hidden="true">🎉</p>', 'Shown 🎉'],
  [
    '<p>Hi<img src="https://s.w.org/1f389.png" alt="🎉" class="wp-smiley">there 👨‍👩‍👧‍👦 👩‍❤️‍💋‍👨</p>',
    'Hi🎉there 👨‍👩‍👧‍👦 👩‍❤️‍💋‍👨',
  ],
  ['<p>a&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;b co&shy;op</p>', 'a b co\u00adop'],
  ['<p>a<o:p></o:p></p><!--[if gte mso 9]><xml><o:AllowPNG/></xml><![endif]--><p>b<o:p>&nbsp;</o:p></p>', 'a b'],
  ['<!--[if mso]><p>Outlook</p><![endif]--><!--[if !mso]><!--><p>Others</p><!--<![endif]-->', 'Others'],
  ['<style>@media (max-width:600px){.a{display:none}}</style><p class="a">A <3 you & <5 kg</p>', 'A <3 you & <5 kg'],
  ['<table><tr><td style="display:none">Peek<td>Body</td></tr></table>', 'Body'],
  [
    '<div style="mso-hide:all;font-size:0;line-height:0">Peek</div><div style="font-size:0"><p style="font-size:16px">Body</p></div>',
    'Body',
  ],
  ['<div style="height:0;overflow-y:hidden">Peek</div><p>a&#4447;&#4448;&#4447;&#4448;b</p>', 'a b'],
  ['<div style="height:0;overflow:hidden;padding-bottom:56%">Watch</div>', 'Watch'],
  ['<figure><img src="https://a.example/x.png" alt="A"><figcaption>B</figcaption></figure>', 'A B'],
  ['<dl><dt>T</dt><dd>D</dd></dl><address>Road</address><center>c</center>', 'T D Road c'],
  [
    '<details><summary>More</summary>inside</details><table><caption>C</caption><tr><td>d</td></tr></table>',
    'More inside C d',
  ],
  ['<a href="https://s.example/a b?c&nbsp;d">x</a>', 'x [1] [1] https://s.example/a%20b?c%C2%A0d'],
  ['<a href="&Tab;https://s&NewLine;.example/p">x</a>', 'x [1] [1] https://s.example/p'],
  [
    '<a href="https://s.example/?n=%7B%7B%20subscriber.first_name%20%7D%7D">x</a>',
    'x [1] [1] https://s.example/?n=Lin',
  ],
  ['<a href="https://s.example/?q=%7B%7Bx%7D%7D">x</a>', 'x [1] [1] https://s.example/?q=%7B%7Bx%7D%7D'],
  ['<p>Or <a href="%7B%7B unsubscribe_url %7D%7D">leave</a></p>', 'Or leave (https://m.example/u)'],
  ['<p><a href="tel:+47 123 45">Call</a></p>', 'Call (+47 123 45)'],
])('the words of %s are %s', (html, words) => expect(wordsOf(html)).toBe(words))
