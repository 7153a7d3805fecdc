import { expect, test } from '@playwright/test'
import { expectNotice, keepUndo } from './support/notices.ts'
import { openSite } from './support/other-site.ts'
import { DESK, examine, examineOpen, PHONE, pageOn, SCREENS } from './support/page-checks.ts'
import { ask, call, newAddress, newUser, signUp } from './support/user.ts'

test('a landing page is created from a template, edited, published and used to sign up', async ({ page, browser }) => {
  await signUp(page, newUser('Ida'))
  await page.goto('/forms/templates?name=Spring%20course')
  await page.getByRole('button', { name: 'Use Course waitlist' }).click()
  const sections = page.getByRole('list', { name: 'Sections' })
  await expect(sections.getByRole('listitem')).toHaveCount(7)
  await expect(page.getByText('Not published')).toBeVisible()

  await sections.getByRole('button', { name: /^Hero/ }).click()
  await page.getByLabel('Heading', { exact: true }).fill('Finish something')
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('heading', { level: 1, name: 'Finish something' })).toBeVisible()
  await page.getByRole('button', { name: 'All sections' }).click()

  await sections.getByRole('button', { name: /^Move Hero/ }).press('ArrowDown')
  await expect(sections.getByRole('listitem').nth(1)).toContainText('Finish something')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(sections.getByRole('listitem').first()).toContainText('Finish something')
  await sections
    .getByRole('button', { name: /^Actions for Testimonial|Testimonial/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(sections.getByRole('listitem')).toHaveCount(6)

  await expect(page.getByRole('link', { name: 'View page' })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Desktop' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectNotice(page, 'Page published')
  const address = (await page.getByRole('link', { name: 'View page' }).getAttribute('href')) ?? ''
  for (const screen of SCREENS) {
    const visitor = await pageOn(browser, screen)
    await examine(visitor, [address])
    await visitor.getByRole('link', { name: 'Join the waitlist' }).click()
    await visitor.getByLabel('Email address').fill(newAddress('lin'))
    await visitor.getByRole('button', { name: 'Save my place' }).click()
    await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await visitor.context().close()
  }
})

test('a visitor from another site counts for it, even if the form was submitted again after an error', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await signUp(page, newUser('Ida'))
  const { id, embed_url } = await call<{ id: number; embed_url: string }>(page, 'forms.landing.create', {
    name: 'Spring course',
    template: 'course',
  })
  await page.goto('/forms')
  await expect(page.getByRole('row', { name: /Spring course/ })).toContainText('Not published')
  await call(page, 'forms.landing.publish', { id, version: 1 })
  const site = await openSite()
  site.show(`<h1>My site</h1><a href="${embed_url}">Course</a>`)
  const visitor = await pageOn(browser, DESK)
  await visitor.goto(site.url)
  await visitor.getByRole('link', { name: 'Course' }).click()
  await visitor.getByRole('link', { name: 'Join the waitlist' }).click()
  await visitor.getByLabel('Email address').fill('lin@nowhere')
  await visitor.getByRole('button', { name: 'Save my place' }).click()
  await expect(visitor.getByText('Email address is invalid')).toBeVisible()
  await visitor.getByLabel('Email address').fill(newAddress('lin'))
  await visitor.getByRole('button', { name: 'Save my place' }).click()
  await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await visitor.context().close()
  await site.close()
  const { host, pathname } = new URL(embed_url)
  // The journeys' browser identifies itself as a program, so its views are not counted.
  await expect
    .poll(() => ask(page, 'forms.results', { id, days: 7 }))
    .toMatchObject({
      sources: [{ value: new URL(site.url).host, sign_ups: 1 }],
      pages: [{ value: `${host}${pathname}`, sign_ups: 1 }],
    })

  await page.reload()
  await page.getByRole('button', { name: 'Actions for Spring course' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copy of Spring course' })).toBeVisible()
  await expect(page.getByText('Not published')).toBeVisible()
  await page.getByRole('link', { name: 'Page sections' }).first().click()
  await expect(page.getByRole('list', { name: 'Sections' }).getByRole('listitem')).toHaveCount(7)
})

test('two versions of a landing page are tested and the winner stays, on a desktop and a phone', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await signUp(page, newUser('Ida'))
  const { id, uid } = await call<{ id: number; uid: string }>(page, 'forms.landing.create', {
    name: 'Spring course',
    template: 'course',
  })
  await call(page, 'forms.landing.publish', { id, version: 1 })
  await page.goto(`/forms/${id}/landing`)
  await page.getByRole('button', { name: 'Test two versions' }).click()
  await expect(page).toHaveURL(/version=b/)
  await expect(page.getByText('No visitor sees it yet')).toBeVisible()
  const sections = page.getByRole('list', { name: 'Sections' })
  const preview = page.frameLocator('iframe[title=Preview]')
  await sections.getByRole('button', { name: /^Hero/ }).click()
  await page.getByLabel('Heading', { exact: true }).fill('Six weeks, one finished piece')
  await expect(preview.getByRole('heading', { level: 1, name: 'Six weeks' })).toBeVisible()
  // Typed text is saved before the other version is shown.
  await page.getByRole('tab', { name: 'Version A' }).click()
  await expect(preview.getByRole('heading', { level: 1, name: 'From first sketch' })).toBeVisible()
  await page.getByRole('tab', { name: 'Version B' }).click()
  await expect(preview.getByRole('heading', { level: 1, name: 'Six weeks' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Version B form' }).click()
  await page.getByLabel('Button', { exact: true }).fill('Count me in')
  await examineOpen(page)
  await page.getByRole('button', { name: 'All sections' }).click()
  await page.getByRole('button', { name: 'Begin with a template' }).click()
  await page.getByRole('button', { name: /^Newsletter/ }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(sections).toContainText('Six weeks, one finished piece')
  await page.getByRole('button', { name: 'Start the test' }).click()
  await expectNotice(page, 'Half of the visitors see version B')

  const visitor = await pageOn(browser, PHONE)
  await examine(visitor, [`/f/${uid}?version=b`])
  await expect(visitor.getByRole('heading', { level: 1, name: 'Six weeks' })).toBeVisible()
  await visitor.goto(`/f/${uid}`)
  const first = await visitor.getByRole('heading', { level: 1 }).textContent()
  await visitor.reload()
  expect(await visitor.getByRole('heading', { level: 1 }).textContent()).toBe(first)
  await visitor.context().close()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Results' }).click()
  await expect(page.getByText('Not enough yet')).toBeVisible()
  await keepUndo(page)
  await page.getByRole('button', { name: 'Use version B' }).click()
  await expectNotice(page, 'All visitors see version B')
  await expect(page.getByText('Not enough yet')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Not enough yet')).toBeVisible()
  await page.getByRole('button', { name: 'Use version B' }).click()
  await expect(page.getByText('Not enough yet')).toBeHidden()
  await page.getByRole('link', { name: 'Page sections' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Six weeks, one finished piece' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Version B' })).toBeHidden()

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const entries = history.getByRole('list', { name: 'Earlier texts' })
  await expect(entries.getByRole('listitem').first()).toContainText('Test ended: version B was kept')
  await entries.getByRole('button').nth(1).click()
  const earlier = page.frameLocator('iframe[title="Earlier page"]')
  await expect(earlier.getByRole('heading', { level: 1, name: 'From first sketch' })).toBeVisible()
  await examineOpen(page)
  await history.getByRole('button', { name: 'Restore' }).click()
  await expect(preview.getByRole('heading', { level: 1, name: 'From first sketch' })).toBeVisible()
  await expect(page.getByText('Unpublished changes')).toBeVisible()
})
