import { expect, test } from 'vitest'
import { canBeInCondition, conditionNames, renameInConditions } from './condition-names.ts'

test('only conditions on the tag are rewritten', () => {
  const rewritten = (text: string) =>
    renameInConditions(text, { kind: 'tags', from: 'A "b"', into: 'C & d', is_html: true })
  expect(rewritten(`{%- unless subscriber.tags contains 'A "b"' -%}`)).toBe(
    "{%- unless subscriber.tags contains 'C &amp; d' -%}",
  )
  for (const text of [
    `{{ 'A "b"' }}`,
    `subscriber.tags contains 'A "b"'`,
    `{% if x contains 'A "b"' %}`,
    `{% if subscriber.tags contains 'A' %}`,
    `{% if subscriber.segments contains 'A "b"' %}`,
  ])
    expect(rewritten(text)).toBe(text)
})

test.each([
  ['"50% off"', '"Half"'],
  ['&quot;50% off&quot;', '&quot;Half&quot;'],
  ['&#39;50% off&#39;', '&#39;Half&#39;'],
  ['“50% off”', '"Half"'],
])('a name written as %s is rewritten with quotes of the same kind', (before, after) => {
  const block = (name: string) => `<p>{% if subscriber.tags&nbsp;contains ${name} %}Hi{% endif %} 100 %}</p>`
  expect(renameInConditions(block(before), { kind: 'tags', from: '50% off', into: 'Half', is_html: true })).toBe(
    block(after),
  )
})

test('a name with one kind of quote is written in the other kind, and a name with both cannot be in a condition', () => {
  const block = (name: string) => `{% if subscriber.tags contains ${name} %}`
  const renamed = (was: string, into: string) =>
    renameInConditions(block(was), { kind: 'tags', from: 'VIP', into, is_html: true })
  expect(renamed('"VIP"', '6" pots')).toBe(block(`'6" pots'`))
  expect(renamed("'VIP'", "Lin's")).toBe(block(`"Lin's"`))
  expect(renamed('&quot;VIP&quot;', '6" pots')).toBe(block(`&#39;6" pots&#39;`))
  expect(['50% off', `6" pots`, `Lin's 6"`, 'a }'].map(canBeInCondition)).toEqual([true, true, false, false])
})

test('plain text has no entities, and curly quotes of any language are quotes', () => {
  const text = '{% if subscriber.tags contains “VIP” or subscriber.tags contains “Paid” %}'
  expect(renameInConditions(text, { kind: 'tags', from: 'VIP', into: 'R&D', is_html: false })).toBe(
    '{% if subscriber.tags contains "R&D" or subscriber.tags contains "Paid" %}',
  )
  for (const name of ['„VIP“', '”VIP”', '‘VIP’', '“VIP”']) {
    const condition = `{% if subscriber.tags contains ${name} %}`
    expect(conditionNames([condition], 'tags')).toEqual(['VIP'])
    expect(conditionNames([condition.slice(6)], 'tags')).toEqual(['VIP'])
    expect(
      conditionNames(
        [renameInConditions(condition, { kind: 'tags', from: 'VIP', into: 'Best', is_html: true })],
        'tags',
      ),
    ).toEqual(['Best'])
  }
  // Editors do not curl every quote of a tag. Within straight quotes, a curly one is a character.
  expect(conditionNames(['{% if x == "y" and subscriber.tags contains “VIP” %}'], 'tags')).toEqual(['VIP'])
  expect(conditionNames(['{% if subscriber.tags contains "“VIP”" %}'], 'tags')).toEqual(['“VIP”'])
})

test('names of tags and names of segments are distinguished', () => {
  const source = `{% if subscriber.tags contains "VIP &amp; co" %}{% unless subscriber.segments contains 'New' %}`
  expect(conditionNames([source, source], 'tags')).toEqual(['VIP & co'])
  expect(conditionNames([source], 'segments')).toEqual(['New'])
})
