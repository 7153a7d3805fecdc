import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { form, hero, pageOf } from '../../../lib/page/landing/blank.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { FormSettings } from '../settings-schema.ts'

/** Bytes of all scripts of a page together, each compressed as it is sent. */
const LIMIT = 15_000

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const read = async (address: string) => (await app.request(new URL(address, 'http://envoi.test'))).text()

/** Everything that a page runs: what is written in it, and what it loads. */
async function scriptsOf(page: string): Promise<string[]> {
  // The first piece is what stands before the first script.
  const [, ...tags] = page.split('<script').map((piece) => piece.split('</script>', 1)[0] ?? '')
  return Promise.all(
    tags.map((tag) => {
      const [attributes = '', ...written] = tag.split('>')
      const [, src] = /\ssrc="([^"]*)"/.exec(attributes) ?? []
      return src === undefined ? written.join('>') : read(src)
    }),
  )
}

const bytesOf = (scripts: readonly string[]) =>
  scripts.reduce((sum, script) => sum + (script === '' ? 0 : gzipSync(script).length), 0)

test('all scripts of a page with a form have at most 15 KB together: ours, and a page of another site with two forms', async () => {
  const account = await testAccount()
  const { account_id } = account
  const { forms, posts, sites } = dashboard(account)
  const settings = FormSettings.parse({ heading: 'News from the moss', ask_first_name: true })
  const made = async (format: 'modal' | 'inline') => {
    const uid = randomBytes(5).toString('hex')
    await unscoped().form.create({ data: { account_id, uid, name: format, format, double_opt_in: true, settings } })
    return uid
  }
  const [modal, inline] = [await made('modal'), await made('inline')]
  const landing = await forms.create({ name: 'Profile', type: 'hosted', format: null })
  await forms.landing.start({ id: landing.id })
  await forms.landing.save({ id: landing.id, version: 1, page: pageOf({}, [hero({ heading: 'Moss' }), form()]) })
  await forms.landing.publish({ id: landing.id, version: 2 })
  const post = await posts.create({ title: 'Ferns', content: '<p>Green</p>' })
  await posts.publish({ id: post.id })
  await sites.save({ form_id: landing.id })
  const { public_url } = await posts.get({ id: post.id })
  const at = new URL(public_url ?? '').pathname
  const own = [`/f/${modal}`, `/f/${inline}`, `/f/${landing.uid}`, `/p/${account_id}`, at]
  for (const address of own) {
    const scripts = await scriptsOf(await read(address))
    expect([address, scripts.length]).toEqual([address, 1])
    expect(scripts.every((script) => script.length > 1_000)).toBe(true)
    expect(bytesOf(scripts), address).toBeLessThan(LIMIT)
  }
  const embedded = await Promise.all([modal, inline].map((uid) => read(`/f/${uid}/index.js`)))
  expect(embedded.every((script) => script.length > 1_000)).toBe(true)
  expect(bytesOf(embedded)).toBeLessThan(LIMIT)
})
