import { expect, type Page } from '@playwright/test'
import { ask, call, saveMossWeekly } from './user.ts'

/** Returns the signed-in user's newest automation, with the number of subscribers who completed it. */
export async function onlyAutomation(page: Page): Promise<{ id: number; completed: number }> {
  const { rows } = await ask<{ rows: { id: number; completed: number }[] }>(page, 'automations.list', {
    per_page: 25,
    kind: 'visual',
  })
  return rows[0] ?? { id: 0, completed: 0 }
}

/** Saves the account's postal address, which emails need. */
export async function saveAddress(page: Page): Promise<void> {
  await saveMossWeekly(page)
}

/** Creates a form without confirmation emails. */
export async function openForm(page: Page): Promise<{ id: number; uid: string }> {
  const given = { name: 'Footer', type: 'embed', format: 'inline' }
  const form = await call<{ id: number; uid: string }>(page, 'forms.create', given)
  const { settings } = await ask<{ settings: object }>(page, 'forms.get', { id: form.id })
  await call(page, 'forms.update', { id: form.id, name: 'Footer', format: 'inline', double_opt_in: false, settings })
  return form
}

/** Signs up through a form like a visitor. A program that posts a form must take an extra step. */
export async function subscribeBy(page: Page, form: { uid: string }, email_address: string): Promise<void> {
  const visitor = await page.context().newPage()
  await visitor.goto(`/f/${form.uid}`)
  await visitor.getByLabel('Email address').fill(email_address)
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await expect(visitor.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  await visitor.close()
}
