import { expect, test } from 'vitest'
import { linkTarget, webAddress } from './link-target.ts'

test('a link is completed as its writer meant it', () => {
  expect(linkTarget(' studio.example ')).toBe('https://studio.example')
  expect(linkTarget('www.studio.example/tea?cup=2#top')).toBe('https://www.studio.example/tea?cup=2#top')
  expect(linkTarget('studio.example:8080/tea')).toBe('https://studio.example:8080/tea')
  expect(linkTarget('nora@studio.example')).toBe('mailto:nora@studio.example')
})

test('whole links and merge tags stay, and what is neither is refused', () => {
  for (const text of ['http://studio.example/tea', 'mailto:nora@studio.example', '{{ unsubscribe_url }}'])
    expect(linkTarget(text)).toBe(text)
  for (const text of [
    '',
    'tea',
    'a b.example',
    'javascript:alert(1)',
    'javascript:x@y.z',
    'https://',
    'mailto:nora',
    '//studio',
  ])
    expect(linkTarget(text)).toBeUndefined()
})

test('a web address gets its https://, and what is none stays as it was typed', () => {
  expect(webAddress('studio.example/tea ')).toBe('https://studio.example/tea')
  expect(webAddress('bücher.example')).toBe('https://bücher.example')
  for (const text of [
    '',
    'tea',
    'http://studio.example',
    'nora@studio.example',
    '{{ site_url }}',
    'mailto:a@b.example',
  ])
    expect(webAddress(text)).toBe(text)
})
