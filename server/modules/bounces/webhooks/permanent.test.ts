import { expect, test } from 'vitest'
import { RECIPIENT_TEXTS, SENDER_TEXTS, SENDER_TEXTS_OF } from '../../../testing/reports/sender-texts.ts'
import { type Permanent, permanentKind } from './permanent.ts'

const address = 'lin@example.net'
const CLUE = { from: 'Nora <hi@studio.example>', return_path: 'b-1@bounce.studio.example' }

test.each<[name: string, said: Omit<Permanent, 'address'>, kind: string]>([
  ['neither a status nor a text', { texts: [undefined, ''] }, 'soft'],
  ['a status that gives no reason', { texts: ['5.0.0'] }, 'soft'],
  ['a reply that gives no reason', { texts: ['5.0.0', '550 Requested action not taken'] }, 'soft'],
  ['5.1.0, which does not say whose address is wrong', { texts: ['5.1.0'] }, 'soft'],
  ['5.4.0, a loop', { texts: ['5.4.0', 'smtp; 550 5.4.0 Loop detected'] }, 'soft'],
  ['5.4.1 without words about the mailbox', { texts: ['5.4.1'] }, 'soft'],
  ['5.4.4, a route that was not found', { texts: ['5.4.4', 'smtp; 550 5.4.4 Unable to route'] }, 'soft'],
  ['5.4.7, a delivery that took too long', { texts: ['5.4.7', 'smtp; 554 5.4.7 Message expired'] }, 'soft'],
  ['5.5.0', { texts: ['5.5.0', 'smtp; 550 5.5.0 Bad sequence of commands'] }, 'soft'],
  ['5.5.4', { texts: ['5.5.4'] }, 'soft'],
  ['a disabled mailbox', { texts: ['5.2.1', '550 5.2.1 The account is disabled'] }, 'soft'],
  ['a full mailbox', { texts: ['5.2.2'] }, 'soft'],
  ['a policy', { texts: ['5.7.1'] }, 'blocked'],
  ['a message that is too large', { texts: ['5.2.3'] }, 'blocked'],
  ['the domain of the sender', { texts: ['5.0.0', '550 Domain not found: studio.example'], clue: CLUE }, 'blocked'],
  ['the address of the sender', { texts: ['550 <hi@studio.example>: User unknown'], clue: CLUE }, 'blocked'],
  ['an unknown domain that no one is named with', { texts: ['550 Host unknown'] }, 'soft'],
  ['a status for an unknown mailbox', { texts: ['5.1.1'] }, 'hard'],
  ['words for an unknown mailbox', { texts: ['5.0.0', '550 No such user here'], clue: CLUE }, 'hard'],
  ['the domain of the recipient', { texts: ['5.4.4', '550 Domain not found: example.net'], clue: CLUE }, 'hard'],
  ['a status for a domain without email', { texts: ['5.1.10'] }, 'hard'],
  ['the category of the provider', { texts: ['5.0.0'], is_unknown: true }, 'hard'],
  ['the category of the provider and a policy', { texts: ['5.7.1'], is_unknown: true }, 'blocked'],
  [
    'the category of the provider and a text of a policy',
    { texts: ['', '550 5.7.26 DMARC'], is_unknown: true },
    'blocked',
  ],
  ['the category of the provider and the sender', { texts: ['5.1.7'], is_unknown: true }, 'blocked'],
])('a permanent bounce with %s', (_name, said, kind) => {
  expect(permanentKind({ address, ...said })).toBe(kind)
})

test('a permanent bounce whose texts name only the sender is not a bounce of the recipient, even in the provider’s category', () => {
  const { recipient, senders } = SENDER_TEXTS_OF
  const [return_path, author] = senders
  const from = `Ann <${author}>`
  const kinds = (text: string, clue: Permanent['clue']) => {
    const [status, words] = text.split(/ (.*)/s)
    return [
      { texts: [status, `550 ${text}`] },
      { texts: [status, words] },
      { texts: [`smtp; 550 ${text}`] },
      { texts: [words], is_unknown: true },
    ].map((said) => permanentKind({ address: recipient, clue, ...said }))
  }
  const all = (texts: readonly string[], clue: Permanent['clue']) => texts.map((text) => [text, ...kinds(text, clue)])
  const expected = (texts: readonly string[], kind: string) => texts.map((text) => [text, ...Array(4).fill(kind)])
  expect(all(SENDER_TEXTS, { from, return_path })).toEqual(expected(SENDER_TEXTS, 'blocked'))
  expect(all(RECIPIENT_TEXTS, { from, return_path })).toEqual(expected(RECIPIENT_TEXTS, 'hard'))
})

test('without a known sender, a text that names only another address, or with 5.1.2 another domain, is no proof', () => {
  const kindOf = (text: string) =>
    permanentKind({ address: SENDER_TEXTS_OF.recipient, texts: [text.split(' ')[0], `550 ${text}`] })
  // The words "No such user" are proof without an address.
  const others = SENDER_TEXTS.filter((text) => /^5\.1\.2 |@(?!.*no such user)/.test(text))
  expect(others.length).toBeGreaterThan(20)
  expect(others.map((text) => [text, kindOf(text)])).toEqual(others.map((text) => [text, 'blocked']))
  const theirs = ['5.1.1 User unknown, write to postmaster@host.example', ...RECIPIENT_TEXTS]
  expect(theirs.map((text) => [text, kindOf(text)])).toEqual(theirs.map((text) => [text, 'hard']))
})
