import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { linkIn, messageTo } from './mailbox.ts'
import { keepNotices } from './notices.ts'
import { hydrated, productOf } from './page-checks.ts'
import { running } from './running.ts'

/** A user with a unique address. */
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
    account_name: `${name}'s newsletter`,
    email_address: `${name.toLowerCase()}.${mark}@creator.example`,
    password: `the heron left at ${mark}`,
  }
}

/** Returns a unique subscriber address. */
export const newAddress = (name: string) => `${name}.${randomBytes(5).toString('hex')}@reader.example`

/** Gives the browser its own IP address, because sign-ups are limited per address. */
export async function ownAddress(page: Page): Promise<Record<string, string>> {
  const headers = { 'X-Forwarded-For': `198.18.${randomInt(256)}.${randomInt(256)}` }
  await page.context().setExtraHTTPHeaders(headers)
  return headers
}

/**
 * Creates an account and signs its owner in by requests, which is faster than the forms. The first newsletter and app tests use the forms.
 */
export async function signUp(page: Page, user: User): Promise<void> {
  await keepNotices(page)
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

/** Signs up and opens the home page, hydrated so it handles keys. */
export async function signUpAtHome(page: Page, user: User): Promise<void> {
  await signUp(page, user)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Your audience starts here' })).toBeVisible()
  await hydrated(page)
}

const signUpLink = async ({ email_address }: User) =>
  linkIn(await messageTo(email_address, ({ subject }) => subject === 'Finish signing up for Envoi'))

/** Submits the sign-up form. */
export async function fillSignUp(page: Page, user: User): Promise<void> {
  await page.getByLabel('Your name').fill(user.name)
  await page.getByLabel('Newsletter or business name').fill(user.account_name)
  await page.getByLabel('Email address').fill(user.email_address)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
}

/** Follows the sign-up link, which also confirms the sending address. */
export async function finishSignUp(page: Page, user: User): Promise<void> {
  await page.goto(await signUpLink(user))
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

export async function signIn(page: Page, { email_address, password }: User): Promise<void> {
  await page.getByLabel('Email address').fill(email_address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Calls a tRPC mutation as the signed-in user, to set up test data. */
export async function call<Result = unknown>(
  page: Page,
  procedure: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Result> {
  const response = await page.request.post(`/api/trpc/${procedure}`, {
    data: input,
    headers: { origin: productOf(page), ...headers },
  })
  return resultOf<Result>(procedure, await response.json())
}

/** Calls a tRPC query as the signed-in user. */
export async function ask<Result>(page: Page, procedure: string, input: unknown): Promise<Result> {
  const response = await page.request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return resultOf<Result>(procedure, await response.json())
}

function resultOf<Result>(procedure: string, body: { result?: { data: Result }; error?: { message: string } }): Result {
  if (!body.result) throw new Error(`${procedure}: ${body.error?.message}`)
  return body.result.data
}

/** Returns the demo account's owner. Tests must not change the demo account. */
export function demoOwner(): User {
  const file = path.join(running()?.data_dir ?? '', 'demo.json')
  const { email_address, password } = JSON.parse(readFileSync(file, 'utf8')) as User
  return { name: '', account_name: '', email_address, password }
}

/** Saves the settings of The Moss Weekly, from which emails can be sent. */
export const saveMossWeekly = (page: Page, undo_seconds = 0) =>
  call(page, 'account.saveSettings', {
    name: 'The Moss Weekly',
    time_zone: 'Europe/Oslo',
    postal_address: 'Mosegata 4, 5003 Bergen, Norway',
    open_tracking_enabled: true,
    click_tracking_enabled: true,
    undo_seconds,
  })
