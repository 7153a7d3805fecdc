import { expect, test } from '@playwright/test'
import { addSubscribers } from './support/database.ts'
import { DESK, PHONE } from './support/page-checks.ts'
import { apiOf } from './support/rest.ts'
import { call, newUser, saveMossWeekly, signUp } from './support/user.ts'

test('an A/B test is composed, undone, sent, paused with a reason, resumed and decided manually', async ({ page }) => {
  await signUp(page, newUser('Ida'))
  await saveMossWeekly(page, 120)
  const { key } = await call<{ key: string }>(page, 'api_keys.create', { name: 'A program', scope: 'public' })
  await addSubscribers((await apiOf(key)('GET /v4/account')).body.account.id, 110)
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'The moss is out',
    content: '<p>Moss grows where nothing else does. <a href="https://moss.example/">Read it</a></p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })

  await test.step('a second version is written beside the first, and its checks name it', async () => {
    await page.goto(`/broadcasts/${id}`)
    // Text typed while a version is being added belongs to version A, with which version B starts.
    const typed = Promise.withResolvers<void>()
    await page.route(/broadcasts\.addVersion/, async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Compare with another version' }).click()
    await page.getByLabel('Subject').fill('The moss is out today')
    typed.resolve()
    await expect(page.getByRole('tab', { name: 'Version B' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByLabel('Subject')).toHaveValue('The moss is out today')
    await page.getByLabel('Subject').fill('GUESS WHAT GROWS')
    await page.getByRole('tab', { name: 'Version A' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('The moss is out today')
    await page.getByRole('button', { name: 'Check email' }).click()
    await expect(page.getByText(/^Version B: The subject is all in capitals/)).toBeVisible()
    await page.getByRole('button', { name: 'Edit subject' }).click()
    await expect(page.getByRole('tab', { name: 'Version B' })).toHaveAttribute('aria-selected', 'true')
    await page.getByLabel('Subject').fill('Guess what grows')
  })

  const review = page.getByRole('dialog', { name: 'Review and send' })
  const sendToAll = review.getByRole('button', { name: 'Send to 110 people' })
  await test.step('the dialog refuses a sample that is too small and says what a larger one shows', async () => {
    await page.getByRole('button', { name: 'Review and send' }).click()
    await expect(review.getByText(/a test needs at least 50 for each/)).toBeVisible()
    await expect(sendToAll).toBeDisabled()
    await review.getByLabel('Unit').selectOption('count')
    await review.getByLabel('First group').fill('100')
    await review.getByLabel('Complaints (%)').fill('')
    await review.getByLabel('Complaints (%)').pressSequentially('0.05')
    await expect(review.getByLabel('Complaints (%)')).toHaveValue('0.05')
    await expect(review.getByText(/50 for each version/)).toBeVisible()
    await expect(sendToAll).toBeEnabled()
    // The send button is in view, whatever is above it.
    for (const { viewport } of [PHONE, DESK]) {
      await page.setViewportSize(viewport)
      await expect(sendToAll).toBeInViewport({ ratio: 1 })
    }
    await sendToAll.click()
  })

  await test.step('it can be undone before anything leaves', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Review and send' }).click()
    await sendToAll.click()
    await page.getByRole('button', { name: 'Send right away' }).click()
  })

  await test.step('it is paused while the rest waits, with a reason, and resumed', async () => {
    await expect(page.getByText(/10 people follow on/)).toBeVisible()
    await expect(page.getByText(/The next messages leave/)).toBeVisible()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByLabel('Reason').fill('Wrong price')
    await page.getByRole('button', { name: 'Pause sending' }).click()
    await expect(page.getByText('Paused by Ida')).toBeVisible()
    await expect(page.getByText('Wrong price')).toBeVisible()
    await expect(page.getByText(/10 people wait for the rest to be released/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit email' })).toBeHidden()
    await page.getByRole('button', { name: 'Resume sending' }).click()
    await page.getByRole('button', { name: 'Send to 10 people' }).click()
  })

  await test.step('the rest gets the version chosen by hand', async () => {
    await page.getByRole('button', { name: 'Send B to the rest' }).click()
    await page.getByRole('button', { name: 'Send to 10 people' }).click()
    await expect(page.getByText(/Ida chose version B for the rest/)).toBeVisible()
    await expect(page.getByText(/^Sent on /)).toBeVisible()
  })
})
