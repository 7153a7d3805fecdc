import type { Page } from '@playwright/test'
import { ask } from './user.ts'

/** The newest automation of the signed-in user, with how many subscribers completed it. */
export async function onlyAutomation(page: Page): Promise<{ id: number; completed: number }> {
  const { rows } = await ask<{ rows: { id: number; completed: number }[] }>(page, 'automations.list', {
    ...{ per_page: 25, kind: 'visual' },
  })
  return rows[0] ?? { id: 0, completed: 0 }
}
