import { expect, test } from 'vitest'
import { customFieldKey, firstFree, hyphenSlug } from './slug.ts'

test.each([
  ['Last name', 'last_name'],
  ['  Last   Name!! ', 'last_name'],
  ['Größe (cm)', 'gro_e_cm'],
  ['Prénom', 'prenom'],
  ['ﬁrst №1', 'first_no1'],
  ['İstanbul', 'istanbul'],
  ['a__b', 'a_b'],
  ['T-Shirt Size', 't_shirt_size'],
  ['名前', ''],
  ['---', ''],
])('the key of the field %j is %j', (label, key) => {
  expect(customFieldKey(label)).toBe(key)
})

test('a snippet key is hyphenated', () => {
  expect(hyphenSlug('Sign off')).toBe('sign-off')
  expect(hyphenSlug("Don't panic / éclair")).toBe('don-t-panic-eclair')
})

test('a taken key gets the first free number', () => {
  const taken = new Set(['size', 'size_2'])
  expect(firstFree('size', '_', (key) => taken.has(key))).toBe('size_3')
  expect(firstFree('colour', '_', (key) => taken.has(key))).toBe('colour')
  expect(firstFree('sign-off', '-', (key) => key === 'sign-off')).toBe('sign-off-2')
})
