import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { nameOfCopy } from './copy-name.ts'
import { write } from './write.ts'

const named = ({ account_id }: TestAccount, ...names: string[]) =>
  unscoped().emailTemplate.createMany({ data: names.map((name) => ({ account_id, name })) })
const copy = (account: TestAccount, name: string, longest = 100) =>
  write(account.ctx, (tx) => nameOfCopy(tx, { table: 'email_template', name, longest }))

test('copies are numbered by their original, also the copy of a copy', async () => {
  const account = await testAccount()
  await named(await testAccount(), 'Copy of Moss')
  expect(await copy(account, 'Moss')).toBe('Copy of Moss')
  await named(account, 'Copy of Moss', 'Copy 2 of Moss', 'Copy 4 of Moss')
  for (const name of ['Moss', 'Copy of Moss', 'Copy 4 of Moss'])
    expect(await copy(account, name)).toBe('Copy 3 of Moss')
  expect(await copy(account, 'Copy of ')).toBe('Copy of Copy of ')
  expect(await copy(account, '$& Copy 2 of it')).toBe('Copy of $& Copy 2 of it')
  await named(account, ...Array.from({ length: 120 }, (_, at) => `Copy ${at + 2} of Fern`), 'Copy of Fern')
  expect(await copy(account, 'Fern')).toBe('Copy 122 of Fern')
})

test('a copy has a name of its own within the longest, and never half a character', async () => {
  const account = await testAccount()
  expect(await copy(account, 'M'.repeat(20), 20)).toBe(`Copy of ${'M'.repeat(12)}`)
  await named(account, `Copy of ${'M'.repeat(12)}`)
  expect(await copy(account, 'M'.repeat(20), 20)).toBe(`Copy 2 of ${'M'.repeat(10)}`)
  expect(await copy(account, '\u{1f33f}'.repeat(10), 19)).toBe(`Copy of ${'\u{1f33f}'.repeat(5)}`)
})
