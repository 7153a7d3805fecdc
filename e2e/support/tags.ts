import { expect, type Page } from '@playwright/test'
import { ask, call, newAddress } from './user.ts'

/** Adds a subscriber with the tag. */
export async function tagSomeone(page: Page, tag: string) {
  await call(page, 'subscribers.add', { email_address: newAddress('lin') })
  const { rows: tags } = await ask<{ rows: { id: number; name: string }[] }>(page, 'tags.list', {})
  const { rows: subscribers } = await ask<{ rows: { id: number }[] }>(page, 'subscribers.list', {})
  await call(page, 'tags.tag', { tag_id: tags.find(({ name }) => name === tag)?.id, id: subscribers[0]?.id })
}

/** Merges two tags with similar names, found as duplicates, into one with the subscribers of both. */
export async function mergeTags(page: Page, addresses: readonly string[]) {
  const { rows } = await ask<{ rows: { id: number; email_address: string }[] }>(page, 'subscribers.list', {})
  const [one, two, three] = addresses.map((address) => rows.find(({ email_address }) => email_address === address)?.id)
  const clay = await call<{ id: number }>(page, 'tags.create', { name: 'Clay fair' })
  const fairs = await call<{ id: number }>(page, 'tags.create', { name: 'clay-fairs' })
  for (const [tag_id, id] of [
    [clay.id, one],
    [clay.id, two],
    [fairs.id, two],
    [fairs.id, three],
  ])
    await call(page, 'tags.tag', { tag_id, id })
  await page.goto('/tags')
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  const found = page.getByRole('dialog', { name: 'Possible duplicates' })
  await found.getByRole('button', { name: 'Merge “clay-fairs” into “Clay fair”' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge tags' })
  await expect(merge.getByText('1 subscriber will get “Clay fair”. Subscribers with both tags: 1.')).toBeVisible()
  await expect(merge.getByText('“Clay fair” will have')).toBeVisible()
  await merge.getByRole('button', { name: 'Merge tags' }).click()
  await expect(found.getByText('No duplicates found')).toBeVisible()
  await found.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'clay-fairs' })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Clay fair/ })).toContainText('3')
  await page.getByRole('button', { name: 'Undo merge: clay-fairs' }).click()
  await expect(page.getByText('Restored “clay-fairs”')).toBeVisible()
  for (const name of [/Clay fair/, /clay-fairs/]) await expect(page.getByRole('row', { name })).toContainText('2')
}
