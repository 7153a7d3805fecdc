import { expect, test } from 'vitest'
import { messagesOf } from './messages.ts'

test('plain messages of errors and schemas are found; those with values, keys and codes are not', () => {
  const source = `
    export const STALE_LINK = 'This link has expired'
    const Name = z.string().min(1, 'Give it a name').max(9, \`Use at most \${9} characters\`).refine(isOwn, { error: 'Choose another name' })
    const save = () => {
      if (taken) throw conflict('This name is taken')
      throw invalid(['Enter a day', done ? 'Choose a later day' : 'not this', code])
    }
    list.includes('Not this one')`
  expect(messagesOf(source).map(({ message }) => message)).toEqual([
    'This link has expired',
    'Give it a name',
    'Choose another name',
    'This name is taken',
    'Enter a day',
    'Choose a later day',
  ])
})
