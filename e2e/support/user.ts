import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { linkIn, messageTo } from './mailbox.ts'
import { keepNotices } from './notices.ts'
import { running } from './running.ts'

/** Somebody who uses the product in a journey; nobody else has their address. */
export interface User {
  name: string
  account_name: string
  email_address: string
  password: string
}

export function newUser(name: string): User {
  const mark = randomBytes(5).toString('hex')
  return {
    name,
    account_name: `${name}'s letters`,
    email_address: `${name.toLowerCase()}.${mark}@creator.example`,
    password: `the heron left at ${mark}`,
  }
}

/** An address that no other journey uses. */
export const newAddress = (name: string) => `${name}.${randomBytes(5).toString('hex')}@reader.example`

/** Gives the browser an address of its own: one address may not make as many accounts as all journeys do together. */
export async function ownAddress(page: Page): Promise<Record<string, string>> {
  await keepNotices(page)
  const headers = { 'X-Forwarded-For': `198.18.${randomInt(256)}.${randomInt(256)}` }
  await page.context().setExtraHTTPHeaders(headers)
  return headers
}

/**
 * Creates an account and signs its owner in, with the requests that the forms send: pages are what takes the time of a journey. The
 * journeys of a first newsletter and of an installed app fill the forms.
 */
export async function signUp(page: Page, user: User): Promise<void> {
  const headers = { origin: running()?.base_url ?? '', ...(await ownAddress(page)) }
  await call(page, 'account.signUp', { ...user, time_zone: 'Europe/Oslo' }, headers)
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const form = {
    csrfToken,
    sign_up_token: (await signUpLink(user)).split('/').at(-1) ?? '',
    password: user.password,
  }
  const answer = await page.request.post('/api/auth/callback/credentials', { form: { ...form, json: 'true' }, headers })
  expect(new URL((await answer.json()).url).searchParams.get('error')).toBeNull()
}

/** Does the same and opens the home page. */
export async function signUpAtHome(page: Page, user: User): Promise<void> {
  await signUp(page, user)
  await page.goto('/')
  // Asked for by the page's own scripts: they run, and keys are heard.
  await expect(page.getByRole('heading', { name: 'Your audience starts here' })).toBeVisible()
}

const signUpLink = async ({ email_address }: User) =>
  linkIn(await messageTo(email_address, ({ subject }) => subject === 'Finish signing up for Envoi'))

/** Fills the form of `/sign-up`, up to the notice that an email is on its way. */
export async function fillSignUp(page: Page, user: User): Promise<void> {
  await page.getByLabel('Your name').fill(user.name)
  await page.getByLabel('Name of your newsletter or studio').fill(user.account_name)
  await page.getByLabel('E-mail address').fill(user.email_address)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
}

/** Follows the link that a sign-up mails. It proves the address, so email goes out in its name at once. */
export async function finishSignUp(page: Page, user: User): Promise<void> {
  await page.goto(await signUpLink(user))
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

export async function signIn(page: Page, { email_address, password }: User): Promise<void> {
  await page.getByLabel('E-mail address').fill(email_address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Calls a procedure of the dashboard as the person who is signed in: to set up what a journey is not about. */
export async function call<Result = unknown>(
  page: Page,
  procedure: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Result> {
  const response = await page.request.post(`/api/trpc/${procedure}`, {
    data: input,
    headers: { origin: running()?.base_url ?? '', ...headers },
  })
  return resultOf<Result>(procedure, await response.json())
}

/** Reads what the dashboard reads, as the person who is signed in. */
export async function ask<Result>(page: Page, procedure: string, input: unknown): Promise<Result> {
  const response = await page.request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return resultOf<Result>(procedure, await response.json())
}

function resultOf<Result>(procedure: string, body: { result?: { data: Result }; error?: { message: string } }): Result {
  if (!body.result) throw new Error(`${procedure}: ${body.error?.message}`)
  return body.result.data
}

/** The owner of the account that the product furnishes at its first start: for looking, not for changing. */
export function demoOwner(): User {
  const file = path.join(running()?.data_dir ?? '', 'demo.json')
  const { email_address, password } = JSON.parse(readFileSync(file, 'utf8')) as User
  return { name: '', account_name: '', email_address, password }
}
