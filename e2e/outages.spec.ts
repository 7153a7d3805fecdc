import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../server/lib/net/free-port.ts'
import { type CuttableDatabase, openCuttableDatabase } from './support/database.ts'
import { DESK, examine, pageOn } from './support/page-checks.ts'
import { type Running, startProduct, untilReady } from './support/process.ts'
import { temporary } from './support/running.ts'
import { newUser, signIn } from './support/user.ts'

// A product with an unreachable mail server, and a database that can be disconnected.

const ida = newUser('Ida')
const dir = mkdtempSync(path.join(temporary(), 'envoi-outages-'))
let database: CuttableDatabase
let settings: Record<string, string>
let product: Running

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  database = await openCuttableDatabase()
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}/?tls=never`,
    PAGE_WAIT_MS: '60000',
  }
  product = await startProduct(settings)
  await untilReady(product)
  const { email_address, password } = ida
  await envoi('account', 'create', '--email', email_address, '--password', password)
})
test.afterAll(async () => {
  product.child.kill('SIGTERM')
  await product.ended()
  await database.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Runs a CLI command beside the product. */
async function envoi(...args: string[]) {
  const command = await startProduct(settings, { program: 'cli', args })
  return { code: await command.ended(), output: command.output() }
}

const NO_MAIL_SERVER = 'The mail server of SMTP_URL cannot be used'
const UNAVAILABLE = 'The service is temporarily unavailable. Try again in a moment'

test('an unreachable mail server causes a warning at start, a failure in doctor, and a notice in the dashboard', {
  tag: '@deep',
}, async ({ browser }) => {
  await expect.poll(product.output).toContain(NO_MAIL_SERVER)
  const worker = await startProduct(settings, { program: 'worker' })
  try {
    await expect.poll(worker.output).toContain(NO_MAIL_SERVER)
  } finally {
    worker.child.kill('SIGTERM')
  }
  expect(await worker.ended()).toBe(0)

  const doctor = await envoi('doctor', '--json')
  expect(doctor.code).toBe(1)
  expect(doctor.output).toMatch(/"subject":"mail","status":"fail","text":"SMTP_URL: \S+ connect ECONNREFUSED/)

  const page = await pageOn(browser, DESK)
  await page.goto(`${product.base_url}/login`)
  await signIn(page, ida)
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const addresses = ['/', '/broadcasts', '/sequences'].map((path) => product.base_url + path)
  for (const address of addresses) {
    await examine(page, [address])
    await expect(page.getByText('Email is not being sent')).toBeVisible()
    await expect(page.getByText('connect ECONNREFUSED 127.0.0.1')).toBeVisible()
  }
  await page.context().close()
})

test('during a database outage, sign-in, sign-up and password reset show an error, and then work again', async ({
  browser,
}) => {
  const open = async (path: string) => {
    const page = await pageOn(browser, DESK)
    await page.goto(product.base_url + path)
    return page
  }
  const [sign_in, sign_up, forgotten] = [await open('/login'), await open('/sign-up'), await open('/forgot-password')]
  await sign_up.getByLabel('Your name').fill('Lin')
  await sign_up.getByLabel('Newsletter or business name').fill('Moss News')
  await sign_up.getByLabel('Email address').fill(newUser('Lin').email_address)
  await sign_up.getByLabel('Password', { exact: true }).fill(ida.password)
  await forgotten.getByLabel('Email address').fill(ida.email_address)

  await database.cut()
  const answering = sign_in.waitForResponse('**/api/auth/callback/credentials')
  await signIn(sign_in, ida)
  const answer = await answering
  expect([answer.status(), answer.headers()['retry-after']]).toEqual([503, '5'])
  await sign_up.getByRole('button', { name: 'Create account' }).click()
  await forgotten.getByRole('button', { name: 'Send link' }).click()
  for (const page of [sign_in, sign_up, forgotten])
    await expect(page.getByRole('alert').filter({ hasText: UNAVAILABLE })).toBeVisible()
  // The page to which Google and GitHub redirect.
  const returned = await open('/login?error=unavailable')
  await expect(returned.getByText('The service was temporarily unavailable. Sign in again.')).toBeVisible()

  await database.restore()
  await signIn(sign_in, ida)
  await expect(sign_in.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await forgotten.getByRole('button', { name: 'Send link' }).click()
  await expect(forgotten.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  for (const page of [sign_in, sign_up, forgotten, returned]) await page.context().close()
})
