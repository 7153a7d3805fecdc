import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAccount } from '@/server/testing/account.ts'
import { dashboard } from '@/server/testing/dashboard.ts'
import { createCaller } from '@/server/trpc/root.ts'
import { resolveLink } from './resolve-link.ts'

const visitor = () =>
  createCaller({ user: null, account: null, source: { ip: randomUUID(), user_agent: null }, request_id: 'test' })
type Visitor = ReturnType<typeof visitor>

const LINKS: Record<string, (visitor: Visitor, token: string) => Promise<unknown>> = {
  'choose a password': ({ users }, token) => users.isResetLinkValid({ token }),
  'finish a sign-up': ({ account }, token) => account.pendingSignUp({ token }),
  'accept an invitation': ({ team }, token) => team.invitation({ token }),
  'confirm a sending address': ({ sending_addresses }, token) => sending_addresses.confirmation({ token }),
}

test.each(Object.entries(LINKS))('a link to %s with a token of any length is shown as expired', async (_, open) => {
  for (const token of ['', 'x', 'x'.repeat(15_000)])
    expect(await resolveLink(open(visitor(), token))).toEqual({
      found: open === LINKS['choose a password'] ? false : null,
    })
})

test.each(Object.entries(LINKS))('following too many links to %s says when to try again', async (_, open) => {
  const one = visitor()
  const opens = Array.from({ length: 61 }, () => resolveLink(open(one, 'x')))
  const refusals = (await Promise.all(opens)).filter((answer) => 'refusal' in answer)
  expect(refusals[0]).toEqual({ refusal: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes$/) })
})

test('trying too many install links says when to try again', async () => {
  const { installs } = dashboard(await testAccount())
  const opens = Array.from({ length: 101 }, () => resolveLink(installs.offer({ app_id: 99_000_000 })))
  const refusals = (await Promise.all(opens)).filter((answer) => 'refusal' in answer)
  expect(refusals).toEqual([{ refusal: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes$/) }])
})
