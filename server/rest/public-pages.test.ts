import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { systemPool } from '../core/context.ts'
import { instanceSettings } from '../core/instance/settings.ts'
import { testAccount } from '../testing/account.ts'
import { dashboard } from '../testing/dashboard.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { restApp } from './app.ts'

// Settings apply to a whole instance, so this file has its own database.
runInOwnDatabase()

const TERMS = 'https://instance.example/terms'
const PRIVACY = 'https://instance.example/privacy'

/** Bytes, compressed. */
const MAX_SCRIPT = 15_000

/** Public routes that are no page of ours, with the reason. */
const NO_PAGE = [
  [/^\/v4\b/, 'the API'],
  [/^\/t\/|\/feed\.xml$|\/index\.js$|forms\.js$|\.png$|logo|^\/app-logos/, 'pixels, redirects, files'],
  [/^\/(health|metrics|ready|webhooks|bounces)/, 'for machines'],
  [/^\/docs\b/, 'the documentation of the API, the same on every instance'],
  [/^\/oauth\/|^\/\.well-known\//, 'for apps'],
] as const

/** Reads every public page that needs no record but an account and a form. */
async function publicPages() {
  const app = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const account = await testAccount()
  const form = await dashboard(account).forms.create({ name: 'Workshop', type: 'hosted', format: null })
  const paths = [...new Set(app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))].filter(
    (path) => path.includes('/') && !path.includes('*') && !NO_PAGE.some(([pattern]) => pattern.test(path)),
  )
  expect(paths).toEqual(
    expect.arrayContaining(['/f/:uid', '/confirm/:token', '/u/:token', '/preferences/:token', '/p/:account_id']),
  )
  const policies: Record<string, string> = {}
  const ask = (path: string) => app.request(`http://localhost:3000${path}`, { headers: { Accept: 'text/html' } })
  return {
    form,
    ask,
    /** The Content-Security-Policy of each page that was read. */
    policies,
    read: async () => {
      const pages: Record<string, string> = {}
      for (const path of paths) {
        const url = path
          .replace(':account_id', String(account.account_id))
          .replace(':uid', form.uid)
          .replace(/:\w+(\{[^}]*\})?/g, 'unknown')
        const answer = await ask(url)
        if (!answer.headers.get('content-type')?.includes('text/html')) continue
        pages[path] = await answer.text()
        policies[path] = answer.headers.get('content-security-policy') ?? ''
      }
      return pages
    },
  }
}

test('every public page has the legal links of the instance, and none without the setting', async () => {
  const { read } = await publicPages()
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

test('a public page loads at most 15 KB of JavaScript, and so does a form on another site', async () => {
  const { read, ask, form } = await publicPages()
  for (const [path, page] of Object.entries(await read())) {
    // The first piece is what stands before the first script.
    const [, ...scripts] = page.split('<script').map((piece) => piece.split('</script>', 1)[0] ?? '')
    const loaded = scripts.flatMap((script) => /^[^>]*\ssrc="([^"]*)"/.exec(script)?.[1] ?? [])
    const texts = await Promise.all(loaded.map(async (url) => (await ask(new URL(url).pathname)).text()))
    expect([path, texts.every((text) => text.length > 100)]).toEqual([path, true])
    // Each is sent on its own, so what they share is sent each time.
    const bytes = [...scripts, ...texts].reduce((sum, text) => sum + gzipSync(text).byteLength, 0)
    expect([path, bytes < MAX_SCRIPT]).toEqual([path, true])
  }
  const embedded = await (await ask(`/f/${form.uid}/index.js`)).text()
  expect(embedded.length).toBeGreaterThan(1_000)
  expect(gzipSync(embedded).byteLength).toBeLessThan(MAX_SCRIPT)
})

test('every public page has a policy in which nothing is allowed that is not named, and no script but by its name or content [S3]', async () => {
  const { read, policies } = await publicPages()
  const pages = await read()
  expect(Object.keys(policies)).toEqual(Object.keys(pages))
  for (const [path, policy] of Object.entries(policies)) {
    const rules: Record<string, string[]> = Object.fromEntries(
      policy.split(';').map((rule) => [rule.trim().split(' ', 1)[0], rule.trim().split(' ').slice(1)]),
    )
    expect([path, rules['default-src'], rules['base-uri']]).toEqual([path, ["'none'"], ["'none'"]])
    expect([path, Object.keys(rules)]).toEqual([path, expect.arrayContaining(['form-action', 'frame-ancestors'])])
    const loose = (rules['script-src'] ?? []).filter((source) => !/^'(sha256-|nonce-)|^https?:.*\.js$/.test(source))
    expect([path, loose]).toEqual([path, []])
  }
})

test('every layout of pages for visitors has the legal links', () => {
  const layouts = globSync('app/*/layout.tsx').filter((file) => !/\((dashboard|dev)\)/.test(file))
  expect(layouts.length).toBeGreaterThan(1)
  expect(layouts.filter((file) => !readFileSync(file, 'utf8').includes('legalLinks('))).toEqual([])
})
