import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { testPage } from '@/server/testing/editor/page.ts'
import { emailExtensions } from '../extensions.ts'
import { LiquidCodec } from '../liquid/codec.ts'
import { cleanPaste } from './clean-paste.ts'

const schema = getSchema(emailExtensions({ placeholder: '', onOpenMergeTag: () => {}, onKey: () => false }))

/** Returns the HTML stored by the editor after a paste. */
function paste(html: string): string {
  const codec = new LiquidCodec(schema, testPage)
  return codec.write(codec.read(cleanPaste(html, testPage).html))
}

const item = (text: string, { marker, level }: { marker: string; level: number }) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {mso-style-unhide:no; font-size:11.0pt;} --></style></head><body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1><a name="_Toc1"></a><span lang=EN-US style='font-family:"Calibri Light",sans-serif'>Spring in the garden<o:p></o:p></span></h1>
<p class=MsoNormal><span style='font-size:12.0pt;line-height:107%'>Dear <b>{{ subscriber.first_name }}</b>, <i style='mso-bidi-font-style:normal'>read on</i><o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item('Moss', { marker: '·', level: 1 })}${item('in the shade', { marker: 'o', level: 2 })}${item('Fern', { marker: '·', level: 1 })}
<p class=MsoNormal><a href="https://studio.example/guide"><span style='mso-bidi-font-family:Calibri'>The guide</span></a> <a href="#_Toc1">above</a></p>
${item('Dig', { marker: '1.', level: 1 })}${item('Plant', { marker: '2.', level: 1 })}
<p class=MsoNormal><img width=300 height=200 src="file:///C:/Users/N/image001.png" v:shapes="x"></p>
<!--EndFragment--></body></html>`

const span = (text: string, style = 'font-weight:400') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};vertical-align:baseline;white-space:pre-wrap;">${text}</span>`
const DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff-aaaa-bbbb-0123456789ab"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;">${span('Slow work', 'font-size:16pt')}</h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;">${span('A drawing that ')}${span('waits', 'font-weight:700')}${span(' gets ', 'font-weight:400')}${span('better', 'font-style:italic')}${span(', ')}${span('every day', 'text-decoration:underline')}${span('.')}</p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" role="presentation">${span('One')}</p></li><ul style="margin-top:0"><li dir="ltr" style="list-style-type:circle" aria-level="2"><p dir="ltr" role="presentation">${span('inside')}</p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('Two')}</p></li></ul><h4 dir="ltr">${span('Small')}</h4><p dir="ltr"><a href="https://www.google.com/url?q=https://studio.example/shop?a%3D1&amp;sa=D&amp;ust=1" style="text-decoration:none;">${span('Shop', 'text-decoration:underline')}</a>${span('<span style="border:none;"><img src="https://lh7-rt.googleusercontent.com/docsz/a" width="400" height="200" /></span>')}</p></b><br class="Apple-interchange-newline">`

test('a table row becomes a line with separated cells', () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  expect(paste(`<table><tbody>${row('Cell <b>C</b>', 'Cell D')}${row('1', '', '2')}</tbody></table>`)).toBe(
    '<p>Cell <strong>C</strong> | Cell D</p><p>1 | 2</p>',
  )
  expect(paste(`<table>${row('<p>One</p>', '<p>Two</p>')}</table>`)).toBe('<p>One</p><p>Two</p>')
  const image = '<img src="https://studio.example/bowl.jpg" alt="A bowl">'
  for (const cells of [row('One', 'Two', image), row('One', image, 'Two')]) {
    const { html, remote } = cleanPaste(`<table>${cells}</table>`, testPage)
    expect(html).toContain('<p>One | Two</p>')
    expect(html).toContain(image)
    expect(remote).toEqual(['https://studio.example/bowl.jpg'])
  }
})

test.each([
  ['<span style="color:red; white-space: pre-wrap;">One\nTwo\n</span>', '<p>One<br>Two</p>'],
  ['<div style="white-space: pre-line"><b>One</b>\r\nTwo</div>', '<p><strong>One</strong><br>Two</p>'],
  ['<div style="white-space:pre">\n<div>a</div>\n<div>b</div>\n</div>', '<p>a</p><p>b</p>'],
  ['<div style="white-space:pre-wrap">a <i style="white-space:normal">b\nc</i></div>', '<p>a <em>b c</em></p>'],
  ['<p style="white-space: normal">One\nTwo</p>', '<p>One Two</p>'],
  [
    '<meta charset="utf-8"><span>One</span><span data-stringify-type="paragraph-break" style="display: block; height: 8px;"></span><span>Two</span><br><b>Three</b>',
    '<p>One</p><p>Two<br><strong>Three</strong></p>',
  ],
])('lines that only a style shows stay lines: %s', (html, stored) => {
  expect(paste(html)).toBe(stored)
})

test('a paste from Word keeps its text, headings, lists, links and emphasis, and nothing else', () => {
  expect(paste(WORD)).toBe(
    '<h1>Spring in the garden</h1>' +
      '<p>Dear <strong>{{ subscriber.first_name }}</strong>, <em>read on</em></p>' +
      '<ul><li><p>Moss</p><ul><li><p>in the shade</p></li></ul></li><li><p>Fern</p></li></ul>' +
      '<p><a href="https://studio.example/guide">The guide</a> above</p>' +
      '<ol><li><p>Dig</p></li><li><p>Plant</p></li></ol>',
  )
  expect(cleanPaste(WORD, testPage)).toMatchObject({ pictures: [], lost: 1 })
})

test('a paste from Google Docs keeps its text, headings, lists, links and emphasis, and nothing else', () => {
  expect(paste(DOCS)).toBe(
    '<h2>Slow work</h2><p>A drawing that <strong>waits</strong> gets <em>better</em>, <u>every day</u>.</p>' +
      '<ul><li><p>One</p><ul><li><p>inside</p></li></ul></li><li><p>Two</p></li></ul>' +
      '<h3>Small</h3><p><a href="https://studio.example/shop?a=1">Shop</a></p>' +
      '<img style="max-width:100%;height:auto" src="https://lh7-rt.googleusercontent.com/docsz/a" width="400" height="200">',
  )
})

test('images of emoji become the characters they show', () => {
  const images: [string, string][] = [
    ['<img class="emoji" alt="😀" src="https://s.w.org/images/core/emoji/15.0.3/svg/1f600.svg">', '😀'],
    [
      '<img data-emoji="👩🏽‍💻" class="an1" alt="👩🏽‍💻" aria-label="👩🏽‍💻" src="https://fonts.gstatic.com/s/e/x/72.png">',
      '👩🏽‍💻',
    ],
    [
      '<img data-stringify-type="emoji" alt=":smile:" src="https://a.slack-edge.com/emoji-assets/google/1f604.png">',
      '😄',
    ],
    ['<img alt="🇳🇴" src="https://abs-0.twimg.com/emoji/v2/svg/1f1f3-1f1f4.svg">', '🇳🇴'],
    ['<img class="x" alt="1️⃣" src="data:image/png;base64,AA==">', '1️⃣'],
    ['<img src="https://fonts.gstatic.com/s/e/notoemoji/15.0/2764_fe0f/72.png">', '❤️'],
    ['<img class="emoji" src="https://x.example/svg/a9.svg">', '©'],
    ['<img src="https://x.example/noto-emoji/emoji_u1f3f4_200d_2620_fe0f.png">', '🏴‍☠️'],
  ]
  for (const [image, emoji] of images)
    expect(cleanPaste(`<p>a ${image} b</p>`, testPage)).toMatchObject({
      html: `<p>a ${emoji} b</p>`,
      remote: [],
      lost: 0,
    })
  for (const image of [
    '<img src="https://x.example/emoji/party.png" alt="1">',
    '<img src="https://x.example/cup.jpg" alt="☕">',
    '<img src="https://x.example/cup" alt="☕" width="600" height="400">',
  ])
    expect(cleanPaste(`<p>${image}</p>`, testPage).html).toBe(`<p>${image}</p>`)
})

test('a merge tag split by formatting is joined', () => {
  const tag = '{{ subscriber.first_name }}'
  for (const html of [
    '{{ <b>subscriber.first_name</b> }}',
    '{<i>{ subscriber</i>.first_name }}',
    '{{ <span style="color:red">subscriber</span>.<span>first_</span>name <b>}</b>}',
    '{{ subscriber.\u200bfirst_name\ufeff }}',
    '{{ subscriber.\u00adfirst_name\u200e }}',
  ])
    expect(paste(`<p>Dear ${html}, read on</p>`)).toBe(`<p>Dear ${tag}, read on</p>`)
  expect(paste('<p>{{ <b>a</b></p><p>}} <b>b</b></p>')).toBe('<p>{{ <strong>a</strong></p><p>}} <strong>b</strong></p>')
  expect(paste(`<p class="MsoNormal">Hi {{ <b>subscriber.first_name</b> | default: <i>“you”</i> }}</p>`)).toBe(
    '<p>Hi {{ subscriber.first_name | default: “you” }}</p>',
  )
})

test('links for phone calls, messages and calendars stay', () => {
  for (const href of ['tel:+4512345678', 'sms:+4512345678', 'whatsapp://send?text=hi', 'webcal://x.example/a.ics'])
    for (const word of ['', ' class="MsoNormal"'])
      expect(paste(`<p${word}><a href="${href}">go</a></p>`)).toBe(`<p><a href="${href}">go</a></p>`)
  expect(paste('<p class="MsoNormal"><a href="javascript:x()">go</a> <a href="file:///c:/x">there</a></p>')).toBe(
    '<p>go there</p>',
  )
})

test('embedded images are extracted for upload', () => {
  const data = 'data:image/png;base64,iVBORw0KGgo='
  const found = cleanPaste(`<p>a</p><img src="${data}"><img src="blob:x"><img src="https://x.example/b.png">`, testPage)
  expect(found).toEqual({
    html: '<p>a</p><img src="https://x.example/b.png">',
    pictures: [data],
    remote: ['https://x.example/b.png'],
    lost: 1,
  })
})

test('web images are listed once each, and library images are not', () => {
  const own = `https://envoi.example/media/${'a'.repeat(22)}/640.jpg`
  const [one, two] = ['https://lh7-rt.googleusercontent.com/docsz/a?key=b', 'http://x.example/c.gif']
  const html = [one, own, two, one].map((src) => `<p><img src="${src}"></p>`).join('')
  expect(cleanPaste(html, testPage).remote).toEqual([one, two])
  expect(cleanPaste(DOCS, testPage).remote).toEqual(['https://lh7-rt.googleusercontent.com/docsz/a'])
})

test('buttons, code block headers and page anchors are removed', () => {
  const answer =
    '<pre class="x"><div><div>html</div><div><button>Copy code</button></div><code class="language-html">{{ x }}\n&lt;b&gt;</code></div></pre>'
  expect(paste(`<p>Intro</p>${answer}`)).toBe('<p>Intro</p><pre><code>{{ x }}\n&lt;b&gt;</code></pre>')
  const article = '<h2>Head<div><button aria-label="Link">🔗</button></div></h2><p>Text<a href="#footnote-1">1</a></p>'
  expect(paste(article)).toBe('<h2>Head</h2><p>Text1</p>')
  expect(paste('<p><a href="https://studio.example/b"><button>Buy</button></a></p>')).toBe(
    '<p><a href="https://studio.example/b">Buy</a></p>',
  )
  expect(paste('<p data-pm-slice="1 1 []"><a href="#part">Part</a></p>')).toBe('<p><a href="#part">Part</a></p>')
  expect(paste('<div><span style="font-weight:bold">Bold</span> <span style="font-style:italic">it</span></div>')).toBe(
    '<p><strong>Bold</strong> <em>it</em></p>',
  )
})

test.each([
  // Dropbox Paper.
  [
    '<ul class="listtype-bullet listindent1"><li>One</li>\n<ul class="listtype-bullet listindent2"><li>inside</li>\n<ol><li>deeper</li></ol></ul><li>Two</li></ul>',
    '<ul><li><p>One</p><ul><li><p>inside</p><ol><li><p>deeper</p></li></ol></li></ul></li><li><p>Two</p></li></ul>',
  ],
  ['<ul><ul><li>One</li></ul><li>Two</li></ul>', '<ul><li><p>One</p></li><li><p>Two</p></li></ul>'],
  ['<ol><li>One<ul><li>inside</li></ul></li></ol>', '<ol><li><p>One</p><ul><li><p>inside</p></li></ul></li></ol>'],
])('a list directly in a list belongs to the item before it: %s', (html, stored) => {
  expect(paste(html)).toBe(stored)
})

test.each([
  '<div style="display:none;max-height:0">Teaser &#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>',
  '<span hidden>gone</span>',
  '<span style="visibility: hidden !important">gone</span>',
  '<template><p>never</p></template>',
  '<img src="https://pixel.example/o.gif" width="1" height="1" alt="">',
  '<img src="https://pixel.example/o.gif" style="width:1px;height:1px">',
  '<img src="https://pixel.example/o.gif" width="0" height="0">',
])('what no one saw is not pasted: %s', (hidden) => {
  for (const html of [`<p>a</p>${hidden}`, `<p class="MsoNormal">a</p>${hidden}`])
    expect(cleanPaste(html, testPage)).toMatchObject({ html: expect.stringMatching(/^<p[^>]*>a<\/p>$/), remote: [] })
})

test('a line one pixel high stays an image', () => {
  const line = '<img src="https://x.example/line.png" width="600" height="1">'
  expect(cleanPaste(`<p>a</p>${line}`, testPage).remote).toEqual(['https://x.example/line.png'])
})

test.each([
  ['https://www.google.com/url?q=https://studio.example/a%3Fb%3D1&amp;sa=D&amp;usg=x', 'https://studio.example/a?b=1'],
  ['https://www.google.de/url?sa=t&amp;url=https%3A%2F%2Fstudio.example%2F', 'https://studio.example/'],
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fstudio.example%2Fa&amp;data=05%7C02%7Cann%40mail.example',
    'https://studio.example/a',
  ],
  [
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fstudio.example%2F%3Ffbclid%3Dx&amp;h=AT',
    'https://studio.example/?fbclid=x',
  ],
  ['https://www.youtube.com/redirect?event=video&amp;q=https%3A%2F%2Fstudio.example', 'https://studio.example'],
  ['https://slack-redir.net/link?url=https%3A%2F%2Fstudio.example', 'https://studio.example'],
  [
    'https://deref-gmx.net/mail/client/x/dereferrer/?redirectUrl=https%3A%2F%2Fstudio.example',
    'https://studio.example',
  ],
  // Not redirects, or redirects without a target.
  ['https://www.google.com/search?q=https://studio.example', 'https://www.google.com/search?q=https://studio.example'],
  ['https://www.google.com/url?q=javascript:x()', 'https://www.google.com/url?q=javascript:x()'],
  ['https://studio.example/url?q=https://other.example', 'https://studio.example/url?q=https://other.example'],
])('a pasted link leads where it was written to lead: %s', (href, target) => {
  for (const word of ['', ' class="MsoNormal"'])
    expect(paste(`<p${word}><a href="${href}">go</a></p>`)).toBe(
      `<p><a href="${target.replaceAll('&', '&amp;')}">go</a></p>`,
    )
})

test('superscript and subscript numbers stay superscript and subscript', () => {
  expect(paste('<p>10<sup>5</sup> m<sup>2</sup>, H<sub>2</sub>O, 1<sup>st</sup>, x<sup>n+1</sup></p>')).toBe(
    '<p>10⁵ m², H₂O, 1st, xⁿ⁺¹</p>',
  )
  expect(paste('<p class="MsoNormal">5 m<span style="font-size:0.6em;vertical-align:super">2</span></p>')).toBe(
    '<p>5 m²</p>',
  )
  expect(paste('<p>Fact<sup><a href="https://studio.example/1">1</a></sup></p>')).toBe(
    '<p>Fact<a href="https://studio.example/1">¹</a></p>',
  )
})
