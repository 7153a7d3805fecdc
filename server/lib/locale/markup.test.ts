import { expect, test } from 'vitest'
import { addLocale, localeFor } from '../../core/locale/locales.ts'
import { inLocale } from '../../core/locale/scope.ts'
import { html } from '../page/html.ts'
import { textsOfMarkup } from './markup.ts'

const textsOf = (strings: TemplateStringsArray, ..._values: unknown[]) => textsOfMarkup(strings)

test('a sentence of a template is one text, with its values and elements as placeholders', () => {
  expect(
    textsOf`<p>Ask at <a href="${1}">${2}</a> for
      a new one.</p><button>Send</button>${3}<label><span>Name</span><input aria-label="Your name" name="name"></label>`,
  ).toEqual(['Ask at <0>{1}</0> for a new one.', 'Send', 'Name', 'Your name'])
})

test('links in a row are separate texts, and attributes, values and styles are not texts', () => {
  expect(textsOf`<footer><a href="/x">All posts</a><a>RSS</a></footer>`).toEqual(['All posts', 'RSS'])
  expect(textsOf` maxlength="255" autocomplete="given-name"`).toEqual([])
  expect(textsOf`<p title="${1}">${2}: <strong>${3}</strong></p><style>${4}</style>`).toEqual([])
  expect(textsOf`<p><b>${1} and</p><p>more</b></p>`).toEqual(['{0} and', 'more'])
})

addLocale('sv', {
  'Ask <0>{1}</0> for {2}.': '{2}: fråga <0>{1}</0>.',
  'Search posts': 'Sök "inlägg"',
  Untranslated: '',
})
const swedish = localeFor({ chosen: 'sv' })

test('a translation has values and elements in its own order, and values stay escaped', () => {
  const page = (what: string) =>
    html`<p> Ask <a href="/${1}">${'us'}</a> for ${what}. </p><input placeholder="Search posts"><b>Untranslated</b><i>${what}</i>`.toString()
  expect(page('<it>')).toBe(
    '<p> Ask <a href="/1">us</a> for &lt;it&gt;. </p><input placeholder="Search posts"><b>Untranslated</b><i>&lt;it&gt;</i>',
  )
  const translated =
    '<p> &lt;it&gt;: fråga <a href="/1">us</a>. </p><input placeholder="Sök &quot;inlägg&quot;"><b>Untranslated</b><i>&lt;it&gt;</i>'
  expect(inLocale(swedish, () => page('<it>'))).toBe(translated)
  expect(inLocale(swedish, () => page('<it>'))).toBe(translated)
})

test('a translation is text and adds no markup', () => {
  addLocale('da', { Hello: '<script>alert(1)</script>' })
  expect(inLocale(localeFor({ chosen: 'da' }), () => html`<p>Hello</p>`.toString())).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
})
