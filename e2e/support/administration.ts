import { expect, type Locator, type Page } from '@playwright/test'
import type { AuditAction } from '../../server/core/audit/actions.ts'
import type { AuditView } from '../../server/modules/admin/audit-schema.ts'
import { PHONE } from './page-checks.ts'
import { ask } from './user.ts'

export const REASON = 'Asked for by phone'

/** Waits until the newest entry of this action is by this administrator and has these details. */
export async function expectEntry(page: Page, action: AuditAction, details: object = {}, by = 'Zoe'): Promise<void> {
  const newest = async () => {
    const { rows } = await ask<{ rows: AuditView[] }>(page, 'admin.audit.list', { action, per_page: 5 })
    // An account's security log may have an event of the same name.
    return rows.find(({ source }) => source === 'instance') ?? {}
  }
  await expect.poll(newest, { message: action }).toMatchObject({ acted_as: 'administrator', by, details })
}

/** Taps on a phone, clicks on a desktop. */
export const press = (control: Locator): Promise<void> =>
  control.page().viewportSize()?.width === PHONE.viewport.width ? control.tap() : control.click()

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Fills in the open dialog and submits it. */
export async function submit(page: Page, label: string, fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [name, text] of Object.entries(fields)) await dialog.getByRole('textbox', { name }).fill(text)
  await press(dialog.getByRole('button', { name: label, exact: true }))
}

/** Confirms the open dialog. */
export const confirm = (page: Page, label: string): Promise<void> =>
  press(page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }))

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

/** Chooses an action in the menu of a row. */
export async function choose(page: Page, row: string, action: string): Promise<void> {
  await press(page.getByRole('button', { name: `Actions for ${row}`, exact: true }))
  await press(page.getByRole('menuitem', { name: action, exact: true }))
}
