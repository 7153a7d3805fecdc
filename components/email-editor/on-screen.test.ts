import { expect, test } from 'vitest'
import { sanitizeHtml } from '@/server/mail/html/sanitize.ts'
import { testPage } from '@/server/testing/editor/page.ts'
import { differences, type Markup } from './on-screen.ts'

function parse(html: string): Markup {
  const body = testPage.createElement('div')
  body.innerHTML = html
  return body as unknown as Markup
}
const email = (content: string, subject = 'The ash glaze') => ({ subject, preview_text: '', content })
const compare = (shown: string, stored: string) => differences(email(shown), email(stored), parse)

test('characters on screen that are not stored are found, with both texts', () => {
  expect(compare('<p>Hello there</p><p>Ida</p>', '<p>Hello ther</p><p>Ida</p>')).toEqual([
    { field: 'content', shown: 'Hello there\nIda', stored: 'Hello ther\nIda' },
  ])
  expect(differences(email('', 'The ash glaze, again'), email(''), parse)).toEqual([
    { field: 'subject', shown: 'The ash glaze, again', stored: 'The ash glaze' },
  ])
})

test('a different link, image or line counts as a difference', () => {
  expect(compare('<p><a href="https://x.example/a">Go</a></p>', '<p><a href="https://x.example/b">Go</a></p>')).toEqual(
    [{ field: 'content', shown: 'Go (https://x.example/a)', stored: 'Go (https://x.example/b)' }],
  )
  expect(compare('<p><img src="https://x.example/a.png" alt="A"></p>', '<p></p>')).toHaveLength(1)
  expect(compare('<p>One</p><p>Two</p>', '<p>One Two</p>')).toHaveLength(1)
})

test('the same text in different markup is not a difference', () => {
  const pairs = [
    ['<p>One</p>\n\n<p>Two&nbsp;</p>', '<p>One</p><p>Two</p>'],
    ['<p>A <b>b</b>c</p>', '<p>A <strong>b</strong>c</p>'],
    ['<div><p>One<br>Two</p></div><p></p>', '<p>One<br />Two</p>'],
    ['', '<p></p>'],
  ]
  for (const [shown = '', stored = ''] of pairs) expect(compare(shown, stored), shown).toEqual([])
  for (const html of [
    '<style>p{color:red}</style><p onclick="x()">Hi <a href="https://x.example/?a=1&b=2">there</a></p><script>1</script>',
    '<table width=600><tr><td>A &amp; B</td><td>{{ subscriber.first_name | default: "you" }}</td></tr></table>',
  ])
    expect(compare(html, sanitizeHtml(html)), html).toEqual([])
})

test('visible content that the service removes from HTML is a difference', () => {
  const html = '<p><a href="javascript:alert(1)">Go</a></p>'
  expect(compare(html, sanitizeHtml(html))).toHaveLength(1)
})
