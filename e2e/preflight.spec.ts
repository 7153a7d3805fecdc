import { expect, test } from '@playwright/test'
import { saveAddress } from './support/automations.ts'
import { expectNotice } from './support/notices.ts'
import { ask, call, newAddress, newUser, signUp, signUpAtHome } from './support/user.ts'

const WORDS = 'Peonies bloom early this year. '.repeat(6)

test('checks stop a bad email, each problem has a fix, and the report shows who got it and why', async ({ page }) => {
  const ida = newUser('Ida')
  const [lin, omar] = [newAddress('lin'), newAddress('omar')]
  await signUpAtHome(page, ida)
  const { id } = await test.step('a draft with everything wrong', async () => {
    for (const [email_address, first_name] of [
      [lin, 'Lin'],
      [omar, undefined],
    ])
      await call(page, 'subscribers.add', { email_address, ...(first_name && { first_name }) })
    return call<{ id: number }>(page, 'broadcasts.create', {
      subject: '',
      content: `<form><p>${WORDS}</p></form><p>Dear {{ subscriber.frist_name }}, <a href="http://127.0.0.1:9/shop">shop</a></p>`,
    })
  })

  await page.goto(`/broadcasts/${id}`)
  const review = page.getByRole('dialog', { name: 'Review and send' })
  const open = () => page.getByRole('button', { name: 'Review and send' }).click()
  const sendButton = review.getByRole('button', { name: /^Send / })

  await test.step('the editor says what was left out of the stored text', async () => {
    const note = page.getByRole('status').filter({ hasText: 'Some of the HTML was left out when it was saved' })
    await expect(note).toContainText('<form> was left out: emails and posts cannot contain it.')
  })

  await test.step('a blocking finding stops sending and links to the field or page that fixes it', async () => {
    await open()
    await expect(review.getByText("Subject can't be blank")).toBeVisible()
    await expect(sendButton).toBeDisabled()
    await review.getByRole('button', { name: 'Write a subject' }).click()
    await expect(page.getByLabel('Subject')).toBeFocused()
    await page.keyboard.type('Spring in the garden')
    await open()
    await expect(review.getByText("Subject can't be blank")).toBeHidden()
    await review.getByRole('button', { name: 'Choose recipients' }).click()
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('Everyone')
    await expect(page.getByText('2 people', { exact: true })).toBeVisible()
    await open()
    await review.getByRole('link', { name: 'Add postal address' }).click()
    await page.getByLabel('Postal address').fill('Mosegata 4, 5003 Bergen, Norway')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expectNotice(page, 'Settings saved')
  })

  await test.step('warnings name the problem and repair it with one click', async () => {
    await page.goto(`/broadcasts/${id}`)
    await page.getByRole('button', { name: 'Check email' }).click()
    await expect(page.getByText(/There is no field “frist_name”/)).toBeVisible()
    await expect(page.getByText(/127\.0\.0\.1:9\/shop cannot be reached/)).toBeVisible()
    await page.getByRole('button', { name: 'Use first_name' }).click()
    await expectNotice(page, 'Fixed')
    await expect(page.getByText(/is empty for 1 of 2 recipients/)).toBeVisible()
    await page.getByRole('button', { name: 'Add a default' }).click()
    await expect(page.getByText(/is empty for/)).toBeHidden()
    // Typed, which does not require another check.
    await page.getByLabel('Subject').fill('SPRING IN THE GARDEN')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText(/The subject is all in capitals/)).toBeVisible()
    await page.getByLabel('Subject').fill('Spring in the garden')
    await expect(page.getByText(/The subject is all in capitals/)).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Content' })).toContainText(/First name or “/)
  })

  const [kai, mia] = [newAddress('kai'), newAddress('mia')]
  await test.step('the repaired email can be sent', async () => {
    const { id: left } = await call<{ id: number }>(page, 'subscribers.add', { email_address: kai })
    await call(page, 'subscribers.unsubscribe', { id: left })
    await call(page, 'subscribers.add', { email_address: mia })
    await call(page, 'suppression.add', { text: mia })
    await open()
    await sendButton.click()
    await page.getByRole('button', { name: 'Send right away' }).click()
    await expect
      .poll(async () => (await ask<{ status: string }>(page, 'broadcasts.get', { id })).status)
      .toBe('completed')
  })

  await test.step('the report proves that everyone is accounted for, and answers why', async () => {
    await page.goto(`/broadcasts/${id}`)
    await expect(page.getByText('Every recipient is accounted for.')).toBeVisible()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('menuitem', { name: 'To new subscribers' }).click()
    const again = page.getByRole('alertdialog')
    await expect(again.getByText('Everyone who matches the audience was a recipient already.')).toBeVisible()
    await expect(again.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await again.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: /^Sent/ }).click()
    await expect(page.getByRole('row')).toHaveCount(3)
    const answer = page.getByRole('dialog')
    await page.getByRole('button', { name: `Why? ${lin}` }).click()
    await expect(answer.getByText('The mail server accepted the message.').first()).toBeVisible()
    const late = newAddress('late')
    await call(page, 'subscribers.add', { email_address: late })
    for (const [address, why] of [
      ['stranger@example.net', 'No subscriber has the address stranger@example.net.'],
      [kai, 'They were unsubscribed when recipients were determined.'],
      [mia, 'The address was on a suppression list.'],
      [late, 'They joined after recipients were determined.'],
    ] as const) {
      await answer.getByLabel('Email address').fill(address)
      await answer.getByRole('button', { name: 'Search' }).click()
      await expect(answer.getByText(why).first()).toBeVisible()
    }
  })
})

test('a schedule by time zone shows the same hour in the review, on its page and in lists', { tag: '@deep' }, async ({
  page,
}) => {
  await signUp(page, newUser('Ida'))
  await saveAddress(page)
  await call(page, 'subscribers.add', { email_address: newAddress('lin') })
  const { id } = await call<{ id: number }>(page, 'broadcasts.create', {
    subject: 'Spring in the garden',
    preview_text: 'Peonies first',
    content: '<p>Peonies bloom early this year.</p>',
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  const year = new Date().getFullYear() + 1
  const hour = `Mar 2, ${year}, 09:30`
  await page.goto(`/broadcasts/${id}`)
  await page.getByRole('button', { name: 'Review and send' }).click()
  const review = page.getByRole('dialog', { name: 'Review and send' })
  // It is not shown above a problem, such as one in the plan.
  await expect(review.getByText('Ready to send.')).toBeVisible()
  await review.getByLabel('How').selectOption('Over several hours')
  await review.getByLabel('Hours').fill('400')
  await expect(review.getByRole('alert').filter({ hasText: /hours/i })).toBeVisible()
  await expect(review.getByText('Ready to send.')).toHaveCount(0)
  await review.getByLabel('How').selectOption('In each subscriber’s time zone')
  await review.getByLabel('Their date and time').fill(`${year}-03-02T09:30`)
  await expect(review.getByRole('listitem').filter({ hasText: `${hour}: 1 person` })).toBeVisible()
  await review.getByRole('button', { name: 'Schedule broadcast' }).click()
  await expect(page.getByText(`Scheduled for ${hour}, in each subscriber’s time zone.`)).toBeVisible()
  await expect(page.getByText(`The first subscribers get it on ${hour}.`)).toBeVisible()
  for (const path of ['/broadcasts', '/']) {
    await page.goto(path)
    await expect(page.getByText(`${hour}, their time`).first()).toBeVisible()
  }
  // A schedule for everyone also shows its date and hour, not a relative time.
  await call(page, 'broadcasts.unschedule', { id })
  await call(page, 'broadcasts.savePlan', { id, plan: null })
  await call(page, 'broadcasts.schedule', { id, send_at: `${year}-03-02T08:30:00Z` })
  for (const path of ['/broadcasts', '/']) {
    await page.goto(path)
    await expect(page.getByText(hour, { exact: true }).first()).toBeVisible()
  }
})
