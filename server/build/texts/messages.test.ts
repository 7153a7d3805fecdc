import { expect, test } from 'vitest'
import { messagesOf, unmarkedErrors } from './messages.ts'

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

test('an unmarked error with values is found; marked ones, joined ones and ones about a parameter are not', () => {
  const source = `
    throw invalid(\`An account can have \${MOST} tags\`)
    throw conflict([is_one ? t\`\${name} is used\` : \`\${name} was changed\`])
    throw invalid(t\`An account can have \${MOST} forms\`)
    throw notFound(\`\${one} \${other}\`)
    throw invalid(\`from must be after \${earliest}\`)
    throw new Error(\`No file \${name}\`)`
  expect(unmarkedErrors(source).map(({ message }) => message)).toEqual([
    'An account can have {0} tags',
    '{0} was changed',
  ])
})
