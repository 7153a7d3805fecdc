import { expect, test } from 'vitest'
import { footer, form, hero, list, pageOf, pageOfForm, testimonial, text } from '../../../lib/page/landing/blank.ts'
import { LANDING_TEMPLATES } from '../../../lib/page/landing/templates/gallery.ts'
import { Landing } from '../landing-schema.ts'
import { FormSettings } from '../settings-schema.ts'

const problemsOf = (page: unknown) => Landing.safeParse(page).error?.issues.map(({ message }) => message) ?? []
const with_hero = (given: object) => ({
  ...pageOf({}, []),
  sections: [{ ...hero({ heading: 'A' }), id: 'a', ...given }],
})

test('templates and pages that are made from a form are stored as they are', () => {
  for (const { page, form: texts } of LANDING_TEMPLATES) {
    expect(Landing.parse(JSON.parse(JSON.stringify(page)))).toEqual(page)
    const { ask_first_name: _, ...words } = texts
    expect(FormSettings.parse(texts)).toMatchObject(words)
  }
  const made = pageOfForm({ heading: 'The Moss Weekly', description: 'Every week' })
  expect(Landing.parse(made)).toEqual(made)
})

test.each([
  ['an unknown kind', { kind: 'html', html: '<script>' }, /Invalid discriminator/],
  ['an unknown member', { style: 'position:fixed' }, /Unrecognized key: "style"/],
  ['an unknown layout', { layout: 'floating' }, /Invalid option/],
  ['an unknown background', { background: 'url(https://a.example)' }, /Invalid option/],
  ['an unknown drawing', { drawing: '../../x' }, /Invalid option/],
  ['an id that is no id', { id: 'a"><script>' }, /The id of a section/],
  ['an address of a picture', { picture_id: 'https://a.example/x.png' }, /./],
  ['a link that runs something', { button_url: 'javascript:alert(1)' }, /Links begin with https/],
  ['a link without a scheme', { button_url: 'studio.example' }, /Links begin with https/],
  ['a heading that is too long', { heading: 'a'.repeat(161) }, /at most 160 characters/],
  ['a text that is no text', { text: { toString: 'x' } }, /expected string/],
])('%s is refused', (_, given, expected) => {
  expect(problemsOf(with_hero(given)).join()).toMatch(expected)
})

test('NULs, broken surrogates and line breaks in single lines are removed', () => {
  const stored = Landing.parse(with_hero({ heading: 'a\0\nb\ud800', text: 'one\n\ntwo\0' }))
  expect(stored.sections[0]).toMatchObject({ heading: 'a b\ufffd', text: 'one\n\ntwo' })
})

test('everything has an end', () => {
  const items = Array.from({ length: 25 }, () => ['a'] as const)
  expect(problemsOf(pageOf({}, [list({}, items)]))).toEqual(['A list has at most 24 items'])
  const said = Array.from({ length: 13 }, () => ({ quote: 'a', name: '', role: '', picture_id: null }))
  expect(problemsOf(pageOf({}, [testimonial({ items: said })]))).toEqual(['A section has at most 12 testimonials'])
  expect(
    problemsOf(
      pageOf(
        {},
        Array.from({ length: 41 }, () => form()),
      ),
    ),
  ).toEqual(['A page has at most 40 sections'])
  const long = Array.from({ length: 9 }, () => text({ text: 'a'.repeat(12_000) }))
  expect(problemsOf(pageOf({}, long))).toEqual(['This page is too long. Remove some text or sections'])
  expect(problemsOf(pageOf({}, [{ ...text({}), text: 'a'.repeat(12_001) } as never]))).toEqual([
    'Use at most 12,000 characters',
  ])
})

test('sections have ids of their own, and the footer is the last', () => {
  const page = pageOf({}, [form(), form()])
  expect(problemsOf({ ...page, sections: page.sections.map((one) => ({ ...one, id: 'a' })) })).toEqual([
    'Two sections have the same id',
  ])
  expect(problemsOf(pageOf({}, [footer(), form()]))).toEqual(['The footer is the last section of a page'])
  expect(problemsOf(pageOf({}, [form(), footer(), footer()]))).toEqual(['The footer is the last section of a page'])
})
