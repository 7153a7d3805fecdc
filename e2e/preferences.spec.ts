import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { messageTo } from './support/mailbox.ts'
import { PHONE } from './support/page-checks.ts'
import { ask, call, newAddress, newUser, saveMossWeekly, signUp } from './support/user.ts'

const { viewport, colorScheme } = PHONE

test('a subscriber chooses topics, pauses, changes the address, gets their data and leaves, on a phone without JavaScript [B5, L5]', async ({
  page,
  browser,
}) => {
  const [lin, new_lin] = [newAddress('lin'), newAddress('new-lin')]
  await signUp(page, newUser('Ida'))
  await saveMossWeekly(page)
  await call(page, 'subscribers.add', { email_address: lin, first_name: 'Lin' })
  const { id: tag_id } = await call<{ id: number }>(page, 'tags.create', { name: 'ferns' })
  await call(page, 'tags.saveTopic', { id: tag_id, name: 'Ferns', description: 'Once a month' })
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'The moss is out',
    content: '<p>Moss grows where nothing else does.</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  await call(page, 'broadcasts.send', { id })
  const { text = '' } = await messageTo(lin, ({ subject }) => subject === 'The moss is out')
  const [link = ''] = /http\S+\/preferences\/[\w-]+/.exec(text) ?? []

  const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: false })
  const phone = await context.newPage()
  const press = (name: string) => phone.getByRole('button', { name, exact: true }).click()
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'Email preferences' })).toBeVisible()
  await expect(phone.getByText(lin)).toHaveCount(0)
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

  await phone.getByRole('checkbox', { name: /^Ferns/ }).check()
  await press('Save topics')
  await expect(phone.getByRole('status')).toHaveText('Your topics are saved.')
  await expect(phone.getByRole('checkbox', { name: /^Ferns/ })).toBeChecked()

  await phone.getByLabel('Pause for').selectOption('30 days')
  await press('Pause emails')
  await expect(phone.getByText('Emails are paused until')).toBeVisible()
  await press('Resume emails now')
  await expect(phone.getByLabel('Pause for')).toBeVisible()

  await phone.getByLabel('New email address').fill(new_lin)
  await press('Change address')
  await expect(phone.getByRole('status')).toContainText('Check the inbox of the new address')
  const confirm = async (to: string, wanted: string) => {
    const email = await messageTo(to, ({ subject }) => subject?.startsWith(wanted) === true)
    const [path = ''] = /http\S+\/preferences\/confirm\/[\w-]+/.exec(email.text ?? '') ?? []
    await phone.goto(path)
  }
  await confirm(new_lin, 'Confirm your new address')
  await press('Confirm this address')
  await expect(phone.getByRole('button', { name: 'Confirm this address' })).toHaveCount(0)

  await phone.goto(link)
  await press('Get a copy of my data')
  await expect(phone.getByRole('status')).toContainText('the email to your old address')
  // The old address can still undo the change, so it gets the link.
  await confirm(lin, 'Your data at')
  const [file] = await Promise.all([phone.waitForEvent('download'), press('Download')])
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).profile.email_address).toBe(new_lin)

  await phone.goto(link)
  await press('Unsubscribe from all emails')
  await phone.getByRole('radio', { name: 'Too many emails' }).check()
  await press('Send')
  await expect(phone.getByText('Thank you for telling The Moss Weekly why.')).toBeVisible()
  await context.close()
  const left = await ask<{ rows: { email_address: string }[] }>(page, 'subscribers.list', { status: 'cancelled' })
  expect(left.rows.map(({ email_address }) => email_address)).toEqual([new_lin])
})
