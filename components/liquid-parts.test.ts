import { expect, test } from 'vitest'
import { liquidParts, plainLiquid } from './liquid-parts.ts'

test('a subject shows placeholders by name', () => {
  expect(liquidParts('Hi {{ subscriber.first_name | default: "friend" }}, your week')).toEqual([
    { text: 'Hi ' },
    { placeholder: 'First name' },
    { text: ', your week' },
  ])
  expect(plainLiquid('{{- subscriber.favorite_color -}}!')).toBe('[Favorite color]!')
})

test('a condition shows its alternatives', () => {
  expect(plainLiquid('{% if subscriber.city == "Oslo" %}See you{% else %}Watch online{% endif %} tonight')).toBe(
    'See you / Watch online tonight',
  )
})

test('text that only looks like Liquid stays unchanged', () => {
  for (const text of ['', 'Save {{ 50 %', '100 % {off}', '{% if', 'a }} b']) expect(plainLiquid(text)).toBe(text)
  expect(plainLiquid('{{ }}')).toBe('[Text]')
  expect(plainLiquid('{{'.repeat(50_000))).toHaveLength(100_000)
})
