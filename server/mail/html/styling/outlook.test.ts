import { describe, expect, test } from 'vitest'
import { applyLayout, BUILT_IN_LAYOUTS } from '../../layouts.ts'
import { plainTextOf } from '../plain-text.ts'
import { fitForOutlook } from './outlook.ts'

const fitted = (html: string) => fitForOutlook(html, { content_width: 552 })
const button = (style: string, text: string) => `<p data-button=""><a href="#" style="${style}">${text}</a></p>`

describe('in Outlook on Windows', () => {
  test('a button gets its padding from characters that no other client shows', () => {
    const html = fitted(button('padding:12px 24px;color:#fff', 'Join {{ subscriber.first_name }}'))
    expect(html).toContain('color:#fff;mso-padding-alt:0"')
    expect(html.replace(/<!--\[if mso\]>[^!]*<!\[endif\]-->/g, '')).toBe(
      button('padding:12px 24px;color:#fff;mso-padding-alt:0', 'Join {{ subscriber.first_name }}'),
    )
    const [before = '', after = ''] = html.match(/<!--\[if mso\]>[^!]*<!\[endif\]-->/g) ?? []
    expect(before).toContain('mso-font-width:150%;mso-text-raise:18pt')
    expect(before).toContain('<span style="mso-text-raise:9pt">')
    expect(after).toMatch(/^<!--\[if mso\]><\/span>/)
  })

  test('a button reads the same as plain text', () => {
    const content = button('padding:12px 24px', 'Join')
    expect(plainTextOf(applyLayout(BUILT_IN_LAYOUTS.Modern, { content }))).toMatch(/^Join\n/)
  })

  test.each(['a link', '<b>Join</b>'])('a button without padding or with markup in it is left alone: %s', (text) =>
    expect(fitted(button(text === 'a link' ? '' : 'padding:1px 2px', text))).not.toContain('mso'),
  )

  test.each([
    ['<img src="a.png" alt="x" width="1200" height="20">', '<img src="a.png" alt="x" width="552" height="20">'],
    ['<IMG width="1200">', '<IMG width="552">'],
    ['<img width="300">', '<img width="300">'],
    ['<img width="100%">', '<img width="100%">'],
    ['<img alt=\'width="1200"\' width=1200>', '<img alt=\'width="1200"\' width=1200>'],
  ])('an image is not wider than the content: %s', (html, expected) => expect(fitted(html)).toBe(expected))

  test.each([
    ['Text Only', 600],
    ['Modern', 552],
    ['Card', 534],
  ] as const)('the content of %s has %i pixels for an image', (name, width) =>
    expect(applyLayout(BUILT_IN_LAYOUTS[name], { content: '<img src="a.png" width="4000">' })).toContain(
      `width="${width}" style="max-width:100%`,
    ),
  )

  test('space around lists and the footer is a margin or the padding of a cell', () => {
    const html = applyLayout(BUILT_IN_LAYOUTS.Classic, { content: '<ul><li><p>x</p></li></ul>' })
    expect(html).toContain('<ul style="margin:0 0 1em;margin-left:1.8em;padding:0;')
    expect(html).toContain('class="outer" style="padding:24px 24px 0"')
    expect(html).not.toMatch(/<(?:p|ul|ol|li|div)[^<>]*padding(?!:0[;"])/)
  })
})
