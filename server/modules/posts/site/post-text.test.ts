import { expect, test } from 'vitest'
import { minutesOf, preparedText, withoutGreeting } from './post-text.ts'

const REST = '<p>It rains.</p>'

test.each(['Hello ,', 'Hi friend,', 'Liebe Leserinnen und Leser,', 'Dear <b>Greta</b>!', 'Bonjour', 'مرحبا،'])(
  'the greeting line "%s" is left out on the web',
  (greeting) => {
    expect(withoutGreeting(`\n<p class="a">${greeting}</p>\n${REST}`, 'Rain')).toBe(REST)
  },
)

test.each([
  '<p>Hello again, it was a long and quiet week.</p>',
  '<p>The kiln is cold.</p>',
  '<p>Two roads diverged in a yellow wood,</p>',
  '<p>Hierarchies matter</p>',
  '<p>Hello,<img src="https://x.example/a.png"></p>',
  '<ul><li>Hello,</li></ul>',
  '',
])('the text %s is kept', (html) => {
  expect(withoutGreeting(html + REST, 'Rain')).toBe(html + REST)
})

test('a first heading that repeats the title is left out, and another one is kept', () => {
  expect(withoutGreeting(`<p>Hi,</p><h2>Rain &amp; snow</h2>${REST}`, 'Rain & Snow')).toBe(REST)
  expect(withoutGreeting(`<h2>Snow</h2>${REST}`, 'Rain')).toBe(`<h2>Snow</h2>${REST}`)
})

test('a style sheet before the text hides no greeting', () => {
  const sheet = '<style>p { color: red }</style>'
  expect(withoutGreeting(`${sheet}<p>Hi,</p><h2>Rain</h2>${REST}`, 'Rain')).toBe(sheet + REST)
  expect(withoutGreeting(sheet + REST, 'Rain')).toBe(sheet + REST)
})

test('a long post has a table of contents with a target for each section, and a short one has none', () => {
  const sections = '<h2>One <em>bowl</em></h2><p>a</p><h2 class="x" id="own">Two</h2><h2> </h2><h2>Three</h2>'
  expect(preparedText(sections).sections).toEqual([])
  const { html, sections: found } = preparedText(`${sections}<p>${'word '.repeat(1_000)}</p>`)
  expect(found).toEqual([
    { id: 'section-1', title: 'One bowl' },
    { id: 'own', title: 'Two' },
    { id: 'section-3', title: 'Three' },
  ])
  expect(html).toContain('<h2 id="section-1">One <em>bowl</em></h2><p>a</p><h2 class="x" id="own">Two</h2>')
})

test('an image on its own may be wider than the text, and a small one or one in a line may not', () => {
  const wide =
    '<p style="a"><a href="https://x.example"><img src="a.png"></a></p><figure><img src="b.png" width="900"><figcaption>B</figcaption></figure>'
  expect(preparedText(wide).html).toBe(wide.replace('<p', '<p data-wide=""').replace('<figure', '<figure data-wide=""'))
  const narrow = '<p>Look: <img src="a.png"></p><p><img src="a.png"> text</p><p><img src="b.png" width="80"></p>'
  expect(preparedText(narrow).html).toBe(narrow)
})

test('reading takes a minute per 230 words, or per 450 characters of a script without spaces', () => {
  expect(minutesOf('<p>One</p>')).toBe(1)
  expect(minutesOf(`<p>${'word '.repeat(1_150)}</p>`)).toBe(5)
  expect(minutesOf(`<style>${'p { margin: 0 } '.repeat(400)}</style><p>One</p>`)).toBe(1)
  expect(minutesOf(`<p>${'文'.repeat(1_350)}</p>`)).toBe(3)
})
