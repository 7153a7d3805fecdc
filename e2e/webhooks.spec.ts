import { expect, test } from '@playwright/test'
import { verifyWebhook } from '../sdk/webhook.ts'
import { webhookReceiver } from '../server/testing/servers/webhook-receiver.ts'
import { expectNotice } from './support/notices.ts'
import { apiOf } from './support/rest.ts'
import { call, newUser, signUp } from './support/user.ts'

test('a webhook can be created by keyboard, its secret verifies deliveries, and failed deliveries can be resent [W9, W10]', async ({
  page,
}) => {
  await signUp(page, newUser('Wanda'))
  const receiver = await webhookReceiver()
  await page.goto('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await expect(dialog.getByLabel('URL')).toBeFocused()
  // A private address is refused [W6], with the error at its field.
  await page.keyboard.type('http://10.0.0.1/hooks')
  await dialog.getByRole('checkbox', { name: 'tag.created' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
  await expect(dialog.getByText('This is not a publicly reachable http(s) address')).toBeVisible()
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${receiver.url}/hooks`)
  await page.keyboard.press('Enter')
  const secret = await page.getByTestId('webhook-secret').textContent()
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('link', { name: '127.0.0.1' }).press('Enter')

  // New deliveries appear without a reload.
  await expect(page.getByText('No deliveries yet')).toBeVisible()
  await call(page, 'tags.create', { name: 'Beta' })
  const delivered = page.getByRole('row', { name: /tag\.created.*Delivered/ })
  await expect(delivered).toBeVisible()
  const [got] = receiver.received
  const header = String(got?.headers['x-service-signature'])
  expect(await verifyWebhook(got?.raw ?? '', header, secret ?? '')).toMatchObject({
    events: [{ type: 'tag.created', data: { tag: { name: 'Beta' } } }],
  })

  receiver.answer({ status: 410, body: 'not here any more' })
  await page.getByRole('button', { name: 'Send sample' }).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('p')
  await expect(page.getByRole('menuitem', { name: 'post.published' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page
    .getByRole('row', { name: /post\.published.*Failed/ })
    .getByRole('button')
    .press('Enter')
  const sheet = page.getByRole('dialog', { name: /^Delivery #/ })
  await expect(sheet.getByText('410', { exact: true })).toBeVisible()
  await expect(sheet.getByText('not here any more')).toBeVisible()
  await expect(sheet.getByText('"title": "What grew this week"')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Deliveries are failing')).toBeVisible()

  receiver.answer({ status: 204 })
  await page.getByRole('button', { name: 'Resend failed' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resend' }).press('Enter')
  await expect(page.getByRole('row', { name: /post\.published.*resend.*Delivered/ })).toBeVisible()
  await expect(page.getByText('Deliveries are failing')).toBeHidden()
  const [first, again] = receiver.received.filter(({ body }) => body.events[0].type === 'post.published')
  expect(again?.body.events).toEqual(first?.body.events)
  expect(again?.body.delivery_id).not.toBe(first?.body.delivery_id)

  await page.getByRole('button', { name: 'Rotate' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).press('Enter')
  expect(await page.getByTestId('webhook-secret').textContent()).not.toBe(secret)
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByText('Two secrets are active')).toBeVisible()
  await page.getByRole('button', { name: 'End now' }).press('Enter')
  await expect(page.getByText('One secret is active.')).toBeVisible()

  // Pages and the API use the same address check.
  const { key } = await call<{ key: string }>(page, 'api_keys.create', { name: 'A program', scope: 'public' })
  const refused = await apiOf(key)('POST /v4/webhook_endpoints', { url: 'http://10.0.0.1/', events: ['tag.created'] })
  expect(refused).toMatchObject({ status: 422, body: { errors: ['url is not a publicly reachable http(s) address'] } })

  // Legacy webhooks are listed and can be deleted.
  const target_url = `${receiver.url}/old`
  await apiOf(key)('POST /v4/webhooks', { target_url, event: { name: 'purchase.purchase_create' } })
  await page.goto('/settings/webhooks')
  const old = page.getByRole('row', { name: /^purchase_create/ })
  await expect(old.getByText(target_url)).toBeVisible()
  await old.getByRole('button', { name: `Delete purchase_create to ${target_url}` }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).press('Enter')
  await expect(old).toBeHidden()
  await receiver.close()
})

test('on a phone, a long URL fits the page, and a pending retry can be sent now and followed to its end [W10]', async ({
  page,
}) => {
  await signUp(page, newUser('Wim'))
  const receiver = await webhookReceiver()
  // The next automatic retry is a day away.
  receiver.answer({ status: 503, headers: { 'retry-after': '86400' }, body: 'out of order' })
  const url = `${receiver.url}/hooks/${'0123456789abcdef'.repeat(16)}`
  const description = 'Feeds the CRM; ask the platform team.'
  const { id } = await call<{ id: number }>(page, 'webhooks.create', { url, description, events: ['tag.created'] })
  await call(page, 'webhooks.sample', { id, type: 'tag.created' })
  await call(page, 'webhooks.update', { id, name: 'name'.repeat(40) })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/settings/webhooks/${id}`)
  await expect(page.getByText(description)).toBeVisible()
  await expect(page.getByText(url)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  expect(await question.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.keyboard.press('Escape')

  await page
    .getByRole('row', { name: /tag\.created.*Retrying/ })
    .getByRole('button')
    .press('Enter')
  const sheet = page.getByRole('dialog', { name: /^Delivery #/ })
  await expect(sheet.getByText('out of order')).toBeVisible()
  receiver.answer({ status: 204 })
  await sheet.getByRole('button', { name: 'Retry now' }).press('Enter')
  await expect(sheet.getByText('Delivered')).toBeVisible()
  await expect(sheet.getByText('204')).toBeVisible()
  expect(receiver.received.at(-1)?.body).toEqual(receiver.received[0]?.body)

  // A failed resend shows an error and can be repeated.
  await page.route('**/api/trpc/webhooks.resend*', (route) => route.abort(), { times: 1 })
  await sheet.getByRole('button', { name: 'Resend' }).press('Enter')
  await expectNotice(page, 'Can’t reach the server. Check your connection and try again.')
  await sheet.getByRole('button', { name: 'Resend' }).press('Enter')
  await expect.poll(() => receiver.received.length).toBe(3)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Disable' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable webhook' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await receiver.close()
})
