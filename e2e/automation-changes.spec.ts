import { expect, test } from '@playwright/test'
import { onlyAutomation, saveAddress } from './support/automations.ts'
import { ageCounts } from './support/database.ts'
import { expectNotice } from './support/notices.ts'
import { type Place, restingPlace } from './support/places.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

test('publishing asks about subscribers at a deleted step, and moves them where they should continue', {
  tag: '@deep',
}, async ({ page }) => {
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
    name: 'Welcome',
    kind: 'visual',
    graph,
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
  const panel = page.getByRole('complementary')
  // An invalid value is not stored, so nothing is published.
  const days = panel.getByLabel('For', { exact: true })
  await days.fill('2')
  await days.fill('')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Enter 0 or more')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Delete' }).click()
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
  await page.getByRole('button', { name: 'Move version 1 subscribers' }).click()
  await expect(dialog.getByText('1 subscriber stays at the same step.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Move 18 subscribers' })).toBeDisabled()
  await dialog
    .getByLabel('17 subscribers are at a step that no longer exists: Wait 1 day')
    .selectOption('Add a tag: Regular')
  await dialog.getByRole('button', { name: 'Move 18 subscribers' }).click()
  await expectNotice(page, '18 subscribers moved')

  // One subscriber keeps the wait in the new version and one in the old version; the others have the tag.
  await expect
    .poll(async () => (await waiting()).map(({ version, step_id }) => `${version} ${step_id}`).sort())
    .toEqual(['2 first', '3 later'])
  // Subscribers who no longer wait get the tag a moment later.
  const regulars = () =>
    ask<{ rows: unknown[] }>(page, 'subscribers.list', { tag_id: tag.id, status: 'active', per_page: 50 })
  await expect.poll(async () => (await regulars()).rows.length).toBe(17)
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText('1 subscriber inside')
})

test('subscribers are added manually after a preview, a step is dragged, and the canvas counts who took it', {
  tag: '@deep',
}, async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const [guests, friends] = [
    await call<{ id: number }>(page, 'tags.create', { name: 'Guest' }),
    await call<{ id: number }>(page, 'tags.create', { name: 'Friend' }),
  ]
  for (const name of ['ann', 'bo']) {
    const { id } = await call<{ id: number }>(page, 'subscribers.add', { email_address: newAddress(name) })
    await call(page, 'tags.tag', { id, tag_id: guests.id })
    if (name === 'bo') await call(page, 'tags.tag', { id, tag_id: friends.id })
  }
  const filter = { all: [{ type: 'tags', any: [{ type: 'ids', matching: [friends.id] }] }], counting_mode: 'raw' }
  const steps = [
    { id: 'friend', kind: 'condition', filter, yes: 'add', no: null },
    { id: 'add', kind: 'action', action: { type: 'add_tag', tag_id: friends.id }, next: null },
  ]
  const created = await call<{ id: number; revision: number }>(page, 'automations.create', {
    name: 'Friends',
    kind: 'visual',
    graph: { triggers: [], first: 'friend', steps },
  })

  await page.goto(`/automations/${created.id}`)
  const box = page.getByRole('button', { name: /^Add a tag.*Friend/s })
  const ends = page.getByRole('button', { name: 'Add step' })
  await expect(ends).toHaveCount(2)
  const [from, to] = [middle(await restingPlace(box)), middle(await restingPlace(ends.nth(1)))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
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

  // Counts at each step and branch, for subscribers who entered in a period.
  await page.goto(`/automations/${created.id}`)
  await expect(page.getByText('2 entered', { exact: true })).toBeVisible()
  await expect(page.getByText('1 entered · 50%')).toBeVisible()
  // At the box and both branches.
  await expect(page.getByText('50%', { exact: true })).toHaveCount(3)
  await ageCounts(created.id, 8)
  await page.getByLabel('Counts for').selectOption('Last 7 days')
  await expect(page.getByText('0 entered', { exact: true })).toBeVisible()
  await expect(page.getByText('50%', { exact: true })).toHaveCount(0)
  await page.getByLabel('Counts for').selectOption('Last 30 days')
  await expect(page.getByText('1 entered · 50%')).toBeVisible()
})

test('subscribers whose email cannot be rendered are stuck with a reason, and are retried, moved and removed', async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  await saveAddress(page)
  const tag = await call<{ id: number }>(page, 'tags.create', { name: 'Welcomed' })
  const created = await call<{ id: number; revision: number }>(page, 'automations.create', {
    name: 'Welcome',
    kind: 'visual',
  })
  const { id } = created
  const email = await call<{ id: number }>(page, 'automations.emails.create', { automation_id: id })
  // Rendering takes too long for one subscriber only.
  const content = `<p>{% if subscriber.first_name == 'Zed' %}{% for i in (1..20000) %}x{% endfor %}{% endif %}Hello</p>`
  await call(page, 'automations.emails.save', { id: email.id, subject: 'Moss begins', content })
  const steps = [
    { id: 'mail', kind: 'action', action: { type: 'send_email', email_id: email.id }, next: 'pause' },
    { id: 'pause', kind: 'wait', wait: { for: 'duration', minutes: 1440 }, next: 'later' },
    { id: 'later', kind: 'wait', wait: { for: 'duration', minutes: 2880 }, next: 'tag' },
    { id: 'tag', kind: 'action', action: { type: 'add_tag', tag_id: tag.id }, next: null },
  ]
  const saved = await call<{ revision: number }>(page, 'automations.save', {
    id,
    revision: created.revision,
    name: 'Welcome',
    reentry: 'always',
    graph: { triggers: [], first: 'mail', steps },
  })
  await call(page, 'automations.publish', { id, revision: saved.revision, enter_existing: [] })
  const add = (name: string) =>
    call<{ id: number }>(page, 'subscribers.add', { email_address: newAddress(name), first_name: name })
  const [zed, ann, bo] = [await add('Zed'), await add('Ann'), await add('Bo')]
  await call(page, 'automations.addSubscribers', { id, subscriber_ids: [zed.id, ann.id, bo.id] })
  const states = async () =>
    (
      await ask<{ rows: { state: string }[] }>(page, 'automations.subscribers', { id, per_page: 25, state: 'inside' })
    ).rows
      .map(({ state }) => state)
      .sort()
  await expect.poll(states).toEqual(['held', 'waiting', 'waiting'])

  const dialog = page.getByRole('dialog')
  // From the number in the list to the stuck subscribers and their reason.
  await page.goto('/automations')
  await page.getByRole('link', { name: '1 stuck in Welcome' }).click()
  await expect(page.getByText(/^The email cannot be built for this subscriber/)).toBeVisible()
  // A server-rendered page does not handle clicks until it is hydrated.
  await expect(async () => {
    await page.getByRole('checkbox', { name: /^Select zed/ }).check()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectNotice(page, 'Trying again for 1 subscriber')
  await call(page, 'subscribers.update', { id: zed.id, first_name: 'Zoe' })
  const held = { id, per_page: 25, state: 'held' }
  await expect
    .poll(async () => {
      const { rows } = await ask<{ rows: { run_id: number }[] }>(page, 'automations.subscribers', held)
      const run_ids = rows.map(({ run_id }) => run_id)
      if (run_ids.length > 0) await call(page, 'automations.retrySubscribers', { id, run_ids })
      return states()
    })
    .toEqual(['waiting', 'waiting', 'waiting'])

  await page.goto(`/automations/${id}`)
  await page.getByRole('button', { name: /^Wait.*1 day/s }).click()
  await page.getByRole('link', { name: 'Subscribers at this step' }).click()
  await page.getByRole('checkbox', { name: /^Select ann/ }).click()
  await page.getByRole('button', { name: 'Move to…' }).click()
  await dialog.getByRole('option', { name: 'Add a tag: Welcomed' }).click()
  await expectNotice(page, 'Moved 1 subscriber')
  await expect(page.getByRole('checkbox', { name: /^Select ann/ })).toHaveCount(0)

  // A subscriber's trace has all manual actions.
  await page.getByRole('checkbox', { name: /^Select zed/ }).click()
  await page.getByRole('button', { name: 'Move to…' }).click()
  await dialog.getByRole('option', { name: 'Wait: 2 days' }).click()
  await expect(page.getByRole('checkbox', { name: /^Select zed/ })).toHaveCount(0)
  await page.goto(`/automations/${id}`)
  await page.getByRole('button', { name: /^Wait.*2 days/s }).click()
  await page.getByRole('link', { name: 'Subscribers at this step' }).click()
  await page.getByRole('checkbox', { name: /^Select zed/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 subscriber' }).click()
  await expectNotice(page, 'Removed 1 subscriber')
  await page.getByLabel('Step', { exact: true }).selectOption('All steps')
  await page.getByLabel('State').selectOption('Left')
  await page.getByRole('button', { name: /^Zoe/ }).click()
  await expect(dialog.getByText('Retried by Ida.').first()).toBeVisible()
  await expect(dialog.getByText(/^Moved by Ida to: /)).toBeVisible()
  await expect(dialog.getByText('Removed by Ida.')).toBeVisible()
})

test('an unresponsive app leaves the subscriber stuck, with the reason', { tag: '@deep' }, async ({ page }) => {
  await signUp(page, newUser('Ida'))
  const app = await call<{ id: number }>(page, 'apps.develop.create', { name: 'Postcards' })
  await call(page, 'apps.develop.addPlugin', {
    app_id: app.id,
    kind: 'automation_action',
    name: 'Send card',
    identifier: 'send_card',
    description: '',
    // Nothing listens on this port.
    request_url: 'http://127.0.0.1:9/cards',
    settings: '[]',
  })
  const [account] = await ask<{ id: number }[]>(page, 'account.list', null)
  await call(page, 'installs.begin', { app_id: app.id, account_id: account?.id })
  const [plugin] = await ask<{ id: number }[]>(page, 'plugins.list', {})
  const action = { type: 'app_action', plugin_id: plugin?.id, settings: {} }
  const graph = { triggers: [], first: 'card', steps: [{ id: 'card', kind: 'action', action, next: null }] }
  const { id, revision } = await call<{ id: number; revision: number }>(page, 'automations.create', {
    name: 'Cards',
    kind: 'visual',
    graph,
  })
  await call(page, 'automations.publish', { id, revision, enter_existing: [] })
  const lin = await call<{ id: number }>(page, 'subscribers.add', { email_address: newAddress('lin') })
  await call(page, 'automations.addSubscribers', { id, subscriber_ids: [lin.id] })
  const held = { id, per_page: 25, state: 'held' }
  await expect
    .poll(async () => (await ask<{ rows: object[] }>(page, 'automations.subscribers', held)).rows.length)
    .toBe(1)

  await page.goto('/automations')
  await expect(page.getByRole('link', { name: '1 stuck in Cards' })).toBeVisible()
  await page.goto(`/automations/${id}`)
  // Rendered by the page’s scripts, which then open the tab.
  await expect(page.getByText('1 stuck', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Subscribers' }).click()
  await expect(page.getByText(/^Postcards /)).toBeVisible()
  await page.getByRole('button', { name: /^lin/ }).click()
  const trace = page.getByRole('dialog')
  await expect(trace.getByText(/^Stuck: /)).toBeVisible()
  await expect(trace.getByText(/^Postcards .* It is tried again automatically\./)).toBeVisible()
})

const middle = ({ x, y, width, height }: Place) => ({ x: x + width / 2, y: y + height / 2 })
