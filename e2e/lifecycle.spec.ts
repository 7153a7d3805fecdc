import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type Running, startProduct, untilReady } from './support/process.ts'
import { temporary } from './support/running.ts'
import { newUser } from './support/user.ts'

// Starting and stopping the product: processes, output and exit codes.

const started: Running[] = []
const folders: string[] = []

function folder(): string {
  const dir = mkdtempSync(path.join(temporary(), 'envoi-life-'))
  folders.push(dir)
  return path.join(dir, 'data')
}

async function start(...input: Parameters<typeof startProduct>): Promise<Running> {
  const product = await startProduct(...input)
  started.push(product)
  return product
}

test.afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended()
  }
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true })
})

test('in development, Next compiles pages on request while Node watches files', { tag: '@deep' }, async () => {
  const product = await start(
    { DATA_DIR: folder(), NODE_ENV: 'development', WATCH_REPORT_DEPENDENCIES: '1' },
    { args: ['--no-demo'] },
  )
  await untilReady(product)
  const answer = await fetch(`${product.base_url}/api/auth/csrf`)
  expect(await answer.json()).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(product.child.exitCode).toBeNull()
})

const refusals: [what: string, settings: Record<string, string>, line: RegExp][] = [
  [
    'a wrong setting',
    { LOG_LEVEL: 'loud' },
    /^LOG_LEVEL is not one of .*: it is "loud"\. Correct it in the environment or in \.env\./,
  ],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /^DATABASE_URL: no connection to none on 127\.0\.0\.1:1: .*ECONNREFUSED/,
  ],
  [
    'a missing key',
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /^SECRET_KEY is missing/,
  ],
]
for (const [what, settings, line] of refusals) {
  test(`${what} prints one line, exits with code 1, and changes nothing`, async () => {
    const DATA_DIR = folder()
    const product = await start({ DATA_DIR, ...settings })
    expect(await product.ended()).toBe(1)
    const lines = product.announced()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(line)
    expect(existsSync(DATA_DIR)).toBe(false)
  })
}

test('a port in use prints one line, exits with code 1, and changes nothing', async () => {
  const DATA_DIR = folder()
  const other = createServer().listen(0)
  const { port } = other.address() as { port: number }
  const product = await start({ DATA_DIR }, { port })
  expect(await product.ended()).toBe(1)
  expect(product.announced()).toEqual([
    `PORT ${port} is taken by another program. Stop it, or start with another one: PORT=${port + 1} npm start`,
  ])
  expect(existsSync(DATA_DIR)).toBe(false)
  other.close()
})

test('the first start creates a demo account; SIGKILL loses nothing; SIGTERM stops the product and its database', {
  tag: '@deep',
}, async ({ request }) => {
  const DATA_DIR = folder()
  const first = await start({ DATA_DIR })
  await untilReady(first)
  const announced = () => first.announced().join('\n')
  await expect.poll(announced).toMatch(/^Data +/m)
  const key = /^API key +(\S+)$/m.exec(announced())?.[1] ?? ''
  expect(announced()).toMatch(/^Sign in +nora@studio-north\.example +\S+/m)
  const headers = { 'X-Service-Api-Key': key }
  const count = async ({ base_url }: Running) => {
    const answer = await request.get(`${base_url}/v4/subscribers?include_total_count=true&per_page=1`, { headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()).pagination.total_count as number
  }
  const before = await count(first)
  expect(before).toBeGreaterThan(300)

  const beside = await start({ DATA_DIR })
  expect(await beside.ended()).toBe(1)
  expect(beside.announced()).toEqual([
    `DATA_DIR: another Envoi is running on ${DATA_DIR}. Stop it, or give this one its own DATA_DIR and PORT.`,
  ])

  const added = { email_address: 'after@reader.example' }
  expect((await request.post(`${first.base_url}/v4/subscribers`, { headers, data: added })).status()).toBe(201)
  first.child.kill('SIGKILL')
  await first.ended()
  const second = await start({ DATA_DIR })
  await untilReady(second)
  expect(await count(second)).toBe(before + 1)
  await expect.poll(second.output).toContain(key)

  second.child.kill('SIGTERM')
  expect(await second.ended()).toBe(0)
  expect(existsSync(path.join(DATA_DIR, 'postgres/postmaster.pid'))).toBe(false)
  expect(readFileSync(path.join(DATA_DIR, 'postgres.log'), 'utf8').trimEnd()).toMatch(/database system is shut down$/)
})

test('without a demo account, a link for the first account is printed, and all pages only explain that', {
  tag: '@deep',
}, async ({ page, request }) => {
  const product = await start({ DATA_DIR: folder() }, { args: ['--no-demo'] })
  await untilReady(product)
  await expect.poll(() => product.announced().join('\n')).toMatch(/^Data +/m)
  expect(product.output()).not.toMatch(/Sign in|API key/)
  const line = product.announced().find((text) => text.startsWith('First ')) ?? ''
  const link = line.split(' ').find((word) => word.includes('/sign-up?first=')) ?? ''
  expect(await (await request.get(link)).text()).toContain('Create the first account')
  for (const path of ['/', '/login', '/sign-up', '/sign-up?first=guess'])
    expect(await (await request.get(`${product.base_url}${path}`)).text()).toContain('No account exists yet')
  expect((await request.get(`${product.base_url}/v4/account`)).status()).toBe(401)

  await page.goto(product.base_url)
  await expect(page.getByRole('heading', { name: 'No account exists yet' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.goto(link)
  const ida = newUser('Ida')
  await page.getByLabel('Your name').fill(ida.name)
  await page.getByLabel('Newsletter or business name').fill(ida.account_name)
  await page.getByLabel('Email address').fill(ida.email_address)
  await page.getByLabel('Password', { exact: true }).fill(ida.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Your audience starts here' })).toBeVisible()
  await page.goto(`${product.base_url}/admin`)
  await expect(page.getByRole('link', { name: 'Back to your account' })).toBeVisible()
  // Once used, the link shows the page for everyone.
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  await expect(page.getByText('Create the first account')).toHaveCount(0)
})
