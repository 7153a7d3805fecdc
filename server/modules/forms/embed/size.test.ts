import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { FormSettings } from '../settings-schema.ts'

/** Bytes, compressed. Pages of visitors load no more than the scripts of forms. */
const LIMIT = 15_000

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const read = async (address: string) => (await app.request(new URL(address, 'http://envoi.test'))).text()

test('a page with a form loads at most 15 KB of JavaScript', async () => {
  const { account_id } = await testAccount()
  const uid = randomBytes(5).toString('hex')
  const settings = FormSettings.parse({ heading: 'News from the moss', ask_first_name: true })
  await unscoped().form.create({
    data: { account_id, uid, name: 'News', format: 'modal', double_opt_in: true, settings },
  })
  const page = await read(`/f/${uid}`)
  const addresses = [...page.matchAll(/<script async src="([^"]+)"/g)].map(([, src]) => src ?? '')
  expect(addresses.map((address) => new URL(address).pathname)).toEqual(['/f/forms.js'])
  for (const address of [...addresses, `/f/${uid}/index.js`]) {
    const script = await read(address)
    expect(script.length).toBeGreaterThan(1_000)
    expect(gzipSync(script).length, address).toBeLessThan(LIMIT)
  }
})
