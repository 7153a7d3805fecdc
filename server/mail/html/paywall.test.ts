import { expect, test } from 'vitest'
import { beginningOf, sharesOf, withoutPaywall } from './paywall.ts'

const LINE = '<hr data-paywall="" />'
const P = (text: string) => `<p>${text}</p>`

test('everyone reads the part above the line, whichever elements are open there', () => {
  expect(beginningOf(`${P('a')}${LINE}${P('b')}`)).toBe(P('a'))
  expect(beginningOf(`<div><ul><li>a</li></ul>${LINE}<p>b</p></div>${P('c')}`)).toBe('<div><ul><li>a</li></ul></div>')
  expect(beginningOf(`${P('a')}${LINE}${P('b')}${LINE}${P('c')}`)).toBe(P('a'))
  expect(beginningOf(`${LINE}${P('a')}`)).toBe('')
})

test('without a line everyone reads the first three paragraphs, and at most half of the post', () => {
  expect(beginningOf(['1', '2', '3', '4', '5', '6', '7'].map(P).join(''))).toBe(['1', '2', '3'].map(P).join(''))
  expect(beginningOf(['1', '2', '3', '4'].map(P).join(''))).toBe(['1', '2'].map(P).join(''))
  expect(beginningOf(`<h2>t</h2>${P('1')}${P('2')}<ul><li>x</li></ul>`)).toBe(`<h2>t</h2>${P('1')}`)
  for (const short of ['', P('1'), '<div>all of it</div>', 'words']) expect(beginningOf(short), short).toBe('')
})

test('text that looks like the line does not count, and buyers see no line', () => {
  const shown = `${P('a &lt;hr data-paywall&gt;')}<hr title="data-paywall" />${P('b')}${P('c')}${P('d')}`
  expect(beginningOf(shown)).toContain('<p>b</p>')
  expect(withoutPaywall(`${P('a')}${LINE}${P('b')}<hr />`)).toBe(`${P('a')}${P('b')}<hr />`)
})

test('the public part and the part for buyers are counted', () => {
  const shares = (html: string) => sharesOf(withoutPaywall(html), beginningOf(html))
  const three = ['The ash glaze is <b>gr</b>een today.', 'Two words', '&nbsp;', 'Don\u2019t fire it'].map(P).join('')
  expect(shares(`${three}${LINE}${P('Only the kiln knows.')}`)).toEqual({
    paragraphs: 3,
    words: 11,
    more_words: 4,
    more_images: 0,
    is_all_public: false,
  })
  for (const nothing of ['', P(''), P('&nbsp;<br />'), '<hr />'])
    expect(shares(`${P('All of it')}${LINE}${nothing}`), nothing).toEqual({
      paragraphs: 1,
      words: 3,
      more_words: 0,
      more_images: 0,
      is_all_public: true,
    })
  expect(shares(`${P('a')}${LINE}<p><img src="https://x.example/a.png" alt=""></p>`).is_all_public).toBe(false)
  expect(shares(`${LINE}${P('b')}`)).toEqual({
    paragraphs: 0,
    words: 0,
    more_words: 1,
    more_images: 0,
    is_all_public: false,
  })
})
