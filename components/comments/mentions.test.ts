import { expect, test } from 'vitest'
import { mentionedIn, mentionParts, typedMention } from './mentions.ts'

const members = [
  { user_id: 1, name: 'Lin Berg' },
  { user_id: 2, name: 'Lin' },
  { user_id: 3, name: 'nora@studio.example' },
]

test('names are suggested after an @ at the start of a word', () => {
  expect(['@', 'Hi @Li', '@Lin Be', 'nora@studio', 'no', '@Lin\n'].map(typedMention)).toEqual([
    '',
    'Li',
    'Lin Be',
    null,
    null,
    null,
  ])
})

test('a text mentions the members whose names it contains, the longest name first', () => {
  expect(mentionedIn('@nora@studio.example look', members)).toEqual([3])
  expect(mentionParts('Hi @Lin Berg and @Lin <b>', ['Lin', 'Lin Berg'])).toEqual([
    { text: 'Hi ', is_mention: false },
    { text: '@Lin Berg', is_mention: true },
    { text: ' and ', is_mention: false },
    { text: '@Lin', is_mention: true },
    { text: ' <b>', is_mention: false },
  ])
})
