import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restApp } from '../server/rest/app.ts'
import { testAccount } from '../server/testing/account.ts'

const page = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
const examples = [...page.matchAll(/^## .*$|```ts\n([\s\S]*?)```/gm)]
let title = 'first'
const named = examples.flatMap(([heading, code]) => {
  if (code === undefined) title = heading.slice('## '.length)
  return code === undefined ? [] : [{ title, code }]
})

/** Output of each example, for an account with nothing in it. */
const PRINTS: Record<string, string> = {
  first: 'lin@example.net\n',
  Errors: `[ "Name can't be blank" ]\n`,
  'Responses, routes and jobs': '0 119\nTest account\n',
  Apps: 'Test account\n',
  Webhooks: '',
}

let base_url = ''
let service: ReturnType<typeof serve>
beforeAll(async () => {
  const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
  base_url = await new Promise((resolve) => {
    service = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
})
afterAll(() => {
  service.close()
})

test.each(named)('the example of README.md runs: $title', async ({ title, code }) => {
  const { account_id, api_key, token, ctx } = await testAccount()
  await ctx.db.account.updateMany({ where: { id: account_id }, data: { name: 'Test account' } })
  const client = new URL('client.ts', import.meta.url).href
  const script = code.replace("'@envoi/sdk'", `'${client}'`).replace('https://mail.example.com', base_url)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    env: { NODE_ENV: 'test', PATH: '', ENVOI_API_KEY: api_key, ENVOI_TOKEN: token, NO_COLOR: '1' },
  })
  expect(stdout).toBe(PRINTS[title])
})
