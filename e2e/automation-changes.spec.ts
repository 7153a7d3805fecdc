import { expect, test } from '@playwright/test'
import { onlyAutomation } from './support/automations.ts'
import { expectNotice } from './support/notices.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

test('subscribers at a step that was deleted are asked about, and moved to where they should continue', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const tag = await call<{ id: number }>(page, 'tags.create', { name: 'Regular' })
  const wait = { kind: 'wait', wait: { for: 'duration', minutes: 1440 } }
  const steps = [
    { ...wait, id: 'first', next: 'later' },
    { ...wait, id: 'later', next: 'regular' },
    { id: 'regular', kind: 'action', action: { type: 'add_tag', tag_id: tag.id }, next: null },
  ]
  const graph = { triggers: [], first: 'first', steps }
  const created = await call<{ id: number; revision: number }>(page, 'automations.create', {
    ...{ name: 'Welcome', kind: 'visual', graph },
  })
  const { id } = created
  const publish = { id, revision: created.revision, enter_existing: [] }
  await call(page, 'automations.publish', publish)
  const add = async (names: readonly string[]) => {
    const added = await Promise.all(
      names.map((name) => call<{ id: number }>(page, 'subscribers.add', { email_address: newAddress(name) })),
    )
    await call(page, 'automations.addSubscribers', { id, subscriber_ids: added.map((one) => one.id) })
  }
  const waiting = () =>
    ask<{ rows: { run_id: number; version: number; step_id: string; state: string }[] }>(
      page,
      'automations.subscribers',
      { id, per_page: 50, state: 'waiting' },
    ).then(({ rows }) => rows)
  await add(Array.from({ length: 18 }, (_, at) => `lin${at}`))
  await expect.poll(async () => (await waiting()).length).toBe(18)
  const [kept] = await waiting()
  await call(page, 'automations.moveSubscribers', { id, run_ids: [kept?.run_id], step_id: 'later' })
  await call(page, 'automations.publish', publish)
  await add(['mia'])
  await expect.poll(async () => (await waiting()).length).toBe(19)

  await page.goto(`/automations/${id}`)
  await page
    .getByRole('button', { name: /^Wait.*1 day/s })
    .first()
    .click()
  await page.getByRole('complementary').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: /^Wait.*1 day/s })).toHaveCount(1)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('19 subscribers are inside and continue')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish changes' }).click()
  await expectNotice(page, 'Published version 3')

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'View version 1' }).click()
  await expect(dialog.getByRole('button', { name: /^Wait.*1 day/s })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Move subscribers of version 1' }).click()
  await expect(dialog.getByText('1 subscriber stays at the same step.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Move 18 subscribers' })).toBeDisabled()
  await dialog
    .getByLabel('17 subscribers are at a step that no longer exists: Wait 1 day')
    .selectOption('Add a tag: Regular')
  await dialog.getByRole('button', { name: 'Move 18 subscribers' }).click()
  await expectNotice(page, '18 subscribers moved')

  // One keeps the wait in the new version, one the old version; the others got the tag.
  await expect
    .poll(async () => (await waiting()).map(({ version, step_id }) => `${version} ${step_id}`).sort())
    .toEqual(['2 first', '3 later'])
  const { rows: regulars } = await ask<{ rows: unknown[] }>(page, 'subscribers.list', {
    ...{ tag_id: tag.id, status: 'active', per_page: 50 },
  })
  expect(regulars).toHaveLength(17)
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText('1 subscriber inside')
})

test('subscribers are added by hand with the number first, and a step is dragged to another branch', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  const [guests, friends] = [
    await call<{ id: number }>(page, 'tags.create', { name: 'Guest' }),
    await call<{ id: number }>(page, 'tags.create', { name: 'Friend' }),
  ]
  for (const name of ['ann', 'bo']) {
    const { id } = await call<{ id: number }>(page, 'subscribers.add', { email_address: newAddress(name) })
    await call(page, 'tags.tag', { id, tag_id: guests.id })
  }
  const filter = { all: [{ type: 'tags', any: [{ type: 'ids', matching: [friends.id] }] }], counting_mode: 'raw' }
  const steps = [
    { id: 'friend', kind: 'condition', filter, yes: 'add', no: null },
    { id: 'add', kind: 'action', action: { type: 'add_tag', tag_id: friends.id }, next: null },
  ]
  const created = await call<{ id: number; revision: number }>(page, 'automations.create', {
    ...{ name: 'Friends', kind: 'visual', graph: { triggers: [], first: 'friend', steps } },
  })

  await page.goto(`/automations/${created.id}`)
  const box = page.getByRole('button', { name: /^Add a tag.*Friend/s })
  const ends = page.getByRole('button', { name: 'Add step' })
  await expect(ends).toHaveCount(2)
  const [from, to] = [await box.boundingBox(), await ends.nth(1).boundingBox()]
  await page.mouse.move(middle(from).x, middle(from).y)
  await page.mouse.down()
  await page.mouse.move(middle(to).x, middle(to).y, { steps: 8 })
  await expect(page.getByRole('button', { name: 'Move here' })).toHaveCount(1)
  await page.mouse.up()
  const graph = () =>
    ask<{ graph: { steps: { id: string; yes?: string | null; no?: string | null }[] } }>(
      ...([page, 'automations.get', { id: created.id }] as const),
    )
  await expect
    .poll(async () => (await graph()).graph.steps.find(({ id }) => id === 'friend'))
    .toMatchObject({
      yes: null,
      no: 'add',
    })

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, 'Published version 1')
  await page.getByRole('tab', { name: 'Subscribers' }).click()
  await page.getByRole('button', { name: 'Add subscribers' }).click()
  await dialog.getByLabel('Who').selectOption('Everyone with a tag')
  await dialog.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('option', { name: 'Guest' }).click()
  await expect(dialog.getByText('2 of 2 subscribers enter now.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 2 subscribers' }).click()
  await expect.poll(async () => (await onlyAutomation(page)).completed).toBe(2)
})

const middle = (box: { x: number; y: number; width: number; height: number } | null) =>
  box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 }
