import { expect, test } from 'vitest'
import { linkTarget, webAddress } from './link-target.ts'

test('an incomplete link is completed as intended', () => {
  expect(linkTarget(' studio.example ')).toBe('https://studio.example')
  expect(linkTarget('www.studio.example/tea?cup=2#top')).toBe('https://www.studio.example/tea?cup=2#top')
  expect(linkTarget('studio.example:8080/tea')).toBe('https://studio.example:8080/tea')
  expect(linkTarget('nora@studio.example')).toBe('mailto:nora@studio.example')
})

test('complete links and merge tags stay, and everything else is refused', () => {
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

test('a web address gets https://, and other text stays as typed', () => {
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
