import { expect, test } from 'vitest'
import { fieldsOf } from '../../../mail/merge-tags/read.ts'
import { TASKS } from '../../../mail/threads/tasks.ts'
import { inspectEmail } from './inspect.ts'
import { closest } from './merge-fields.ts'

const WORDS = `<p>${'Peonies bloom early this year. '.repeat(6)}</p>`
const found = (content: string, { subject = 'Spring' } = {}) =>
  inspectEmail({ ...TASKS.inspect({ content, snippets: {}, html: content }), subject })
const codes = (...given: Parameters<typeof found>) => found(...given).map(({ code }) => code)

test('a good email has no remarks', () => {
  expect(
    codes(`${WORDS}<a href="https://studio.example/a">Read on</a><img src="https://studio.example/a.png" alt="Peony">`),
  ).toEqual([])
})

test.each([
  ['a link to nowhere', '<a href="">x</a>', 'empty_link'],
  ['a link to the top', '<a href="#">x</a>', 'empty_link'],
  ['a relative link', '<a href="/shop">x</a>', 'relative_link'],
  ['a link without a scheme', '<a href="studio.example/shop">x</a>', 'relative_link'],
  ['a link to a host without a dot', '<a href="https://studio/shop">x</a>', 'invalid_link'],
  ['a link that uses http', '<a href="http://studio.example/shop">x</a>', 'insecure_link'],
  ['a shortened link', '<a href="https://bit.ly/3x">x</a>', 'shortened_link'],
  ['an image without a description', '<img src="https://studio.example/a.png">', 'no_images_alt'],
  ['an image with an empty description', '<img src="https://studio.example/a.png" alt=" ">', 'no_images_alt'],
  ['an image with a relative address', '<img src="a.png" alt="Peony">', 'broken_image'],
  ['more than 102 KB', `<p>${'long '.repeat(22_000)}</p>`, 'too_large'],
])('%s is named, with a fix', (_what, markup, code) => {
  const remarks = found(WORDS + markup)
  expect(remarks.map((remark) => remark.code)).toEqual([code])
  expect(remarks[0]).toMatchObject({ level: 'warning', fix: { label: expect.any(String) } })
})

test('mailto, tel and anchors are fine', () => {
  expect(codes(`${WORDS}<a href="mailto:a@b.example">a</a><a href="tel:+47">b</a><a href="#more">c</a>`)).toEqual([])
})

test('an email of one image has no plain text and looks like spam', () => {
  expect(codes('<img src="https://studio.example/a.png" alt="">')).toEqual([
    'no_images_alt',
    'no_plain_text',
    'image_only',
  ])
})

test('a subject in capitals or with many exclamation marks is named', () => {
  expect(codes(WORDS, { subject: 'LAST CHANCE TODAY' })).toEqual(['loud_subject'])
  expect(codes(WORDS, { subject: 'Now!!!' })).toEqual(['loud_subject'])
  expect(codes(WORDS, { subject: 'SALE' })).toEqual([])
})

test('a field that is printed with a default or under a condition is not reported as empty', () => {
  expect(fieldsOf('{{ subscriber.first_name | default: "you" }} {{ subscriber.city }}')).toEqual({
    used: ['first_name', 'city'],
    unguarded: ['city'],
    others: [],
  })
  expect(fieldsOf('{% if subscriber.city %}in {{ subscriber.city }}{% endif %}').unguarded).toEqual([])
})

test.each([
  ['frist_name', 'first_name'],
  ['firstname', 'first_name'],
  ['emial_address', 'email_address'],
  ['shoe_size', undefined],
  ['x', undefined],
])('%s probably means %s', (name, meant) => {
  expect(closest(name, ['first_name', 'email_address', 'city', 'tags'])).toBe(meant)
})
