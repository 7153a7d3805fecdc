import { expect, test } from 'vitest'
import { utmOf } from './utm.ts'

const no_campaign = { source: null, medium: null, campaign: null, term: null, content: null }

test('the five parameters of an address, decoded', () => {
  expect(
    utmOf(
      'https://x.example/a?utm_source=x%20y&utm_medium=social&utm_campaign=kiln&utm_term=clay&utm_content=b%C3%B8lge#c',
    ),
  ).toEqual({ source: 'x y', medium: 'social', campaign: 'kiln', term: 'clay', content: 'bølge' })
  expect(utmOf('https://x.example/?utm_source=&utm_medium=mail&utm_medium=other')).toEqual({
    ...no_campaign,
    medium: 'mail',
  })
})

test('text that is not an address has no campaign', () => {
  for (const text of [null, undefined, '', 'not a url?utm_source=x', '/path?utm_source=x', 'https://'])
    expect(utmOf(text)).toEqual(no_campaign)
  expect(utmOf('https://x.example/?utm_source=a%00b').source).toBe('ab')
})
