import { expect, test } from 'vitest'
import { forgetCredentials } from '../core/credential.ts'
import { upsertSubscriber } from '../modules/subscribers/service.ts'
import { testAccount } from '../testing/account.ts'
import { api, bearer, key } from '../testing/api.ts'
import { logStatements } from '../testing/database/statement-log.ts'

const log = logStatements()

/** Returns the round trips of a request after enough repetitions to prepare its statements. */
async function tripsOf(ask: () => Promise<{ status: number }>) {
  for (let time = 0; time < 3; time++) {
    forgetCredentials()
    expect((await ask()).status).toBeLessThan(300)
  }
  forgetCredentials()
  return log.record(ask)
}

test('reading a subscriber takes two round trips, one for the credential, both prepared', async () => {
  const account = await testAccount()
  const { id } = (await upsertSubscriber(account.ctx, { email_address: 'lin@example.net' })).value
  for (const credential of [key(account), bearer(account)]) {
    const trips = await tripsOf(() => api(`GET /v4/subscribers/${id}`, credential))
    const [look_up, read, ...others] = trips.map((trip) => trip.map(({ name, text }) => [name !== '', text] as const))
    expect(look_up).toEqual([[true, expect.stringMatching(/from (api_key|oauth_token)/)]])
    expect(read).toEqual([[true, expect.stringContaining('from subscriber')]])
    expect(others).toEqual([])
  }
})
