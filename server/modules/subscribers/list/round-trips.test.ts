import { expect, onTestFinished, test } from 'vitest'
import { measureCredentialAge } from '../../../core/credential.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { logStatements } from '../../../testing/database/statement-log.ts'

const log = logStatements()

test('a page of subscribers with custom fields, filtered or not, is one round trip after the credential', async () => {
  // On a slow machine a cached credential would be looked up again.
  measureCredentialAge(() => 0)
  onTestFinished(() => measureCredentialAge(() => performance.now()))
  const account = await testAccount()
  const { body } = await api('POST /v4/custom_fields', bearer(account), { label: 'City' })
  await api('POST /v4/subscribers', bearer(account), { email_address: 'lin@x.example', fields: { city: 'Oslo' } })
  const condition = { type: 'custom_field', subscriber_custom_field_id: body.custom_field.id, value: 'Oslo' }
  const filter = { all: [condition], include: [{ type: 'custom_fields' }] }
  for (const [path, given] of [
    ['GET /v4/subscribers', undefined],
    ['POST /v4/subscribers/filter', filter],
  ] as const) {
    const ask = async () => {
      const { body } = await api(path, bearer(account), given)
      expect(body.subscribers).toMatchObject([{ email_address: 'lin@x.example', fields: { city: 'Oslo' } }])
    }
    // The credential is cached, once the notifications of its own creation have arrived: they remove it from the cache.
    await expect.poll(() => log.record(ask), { message: path }).toHaveLength(1)
  }
})
