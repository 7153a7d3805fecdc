import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { systemPool } from '../core/context.ts'
import { instanceSettings } from '../core/instance/settings.ts'
import { testAccount } from '../testing/account.ts'
import { dashboard } from '../testing/dashboard.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { restApp } from './app.ts'

// The settings are those of a whole instance, so this file has a database of its own.
runInOwnDatabase()

const TERMS = 'https://instance.example/terms'
const PRIVACY = 'https://instance.example/privacy'

/** Public routes that are no page of ours, with the reason. */
const NO_PAGE = [
  [/^\/v4\b/, 'the API'],
  [/^\/t\/|\/feed\.xml$|\/index\.js$|\.png$|logo|^\/app-logos/, 'pixels, redirects, files'],
  [/^\/(health|metrics|ready|webhooks|bounces)/, 'for machines'],
  [/^\/docs\b/, 'the documentation of the API, the same on every instance'],
  [/^\/oauth\/|^\/\.well-known\//, 'for apps'],
] as const

test('every public page has the legal links of the instance, and none without the setting', async () => {
  const app = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const account = await testAccount()
  const { account_id } = account
  const form = await dashboard(account).forms.create({ name: 'Workshop', type: 'hosted', format: null })
  const paths = [...new Set(app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))].filter(
    (path) => path.includes('/') && !path.includes('*') && !NO_PAGE.some(([pattern]) => pattern.test(path)),
  )
  expect(paths).toEqual(
    expect.arrayContaining(['/f/:uid', '/confirm/:token', '/u/:token', '/preferences/:token', '/p/:account_id']),
  )
  const read = async () => {
    const pages: Record<string, string> = {}
    for (const path of paths) {
      const url = path
        .replace(':account_id', String(account_id))
        .replace(':uid', form.uid)
        .replace(/:\w+(\{[^}]*\})?/g, 'unknown')
      const answer = await app.request(`http://localhost:3000${url}`, { headers: { Accept: 'text/html' } })
      if (answer.headers.get('content-type')?.includes('text/html')) pages[path] = await answer.text()
    }
    return pages
  }
  for (const page of Object.values(await read())) expect(page).not.toContain('instance.example')
  await systemPool().query(
    `insert into instance_setting (name, value, updated_at) values ('terms_url', $1, now()), ('privacy_url', $2, now())`,
    [JSON.stringify(TERMS), JSON.stringify(PRIVACY)],
  )
  await expect.poll(async () => (await instanceSettings()).privacy_url).toBe(PRIVACY)
  const pages = await read()
  expect(Object.keys(pages).length).toBeGreaterThan(5)
  const without = Object.entries(pages).filter(([, page]) => !page.includes(TERMS) || !page.includes(PRIVACY))
  expect(without.map(([path]) => path)).toEqual([])
})

test('every layout of pages for visitors has the legal links', () => {
  const layouts = globSync('app/*/layout.tsx').filter((file) => !/\((dashboard|dev)\)/.test(file))
  expect(layouts.length).toBeGreaterThan(1)
  expect(layouts.filter((file) => !readFileSync(file, 'utf8').includes('legalLinks('))).toEqual([])
})
