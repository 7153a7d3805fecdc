import { type Browser, expect, type Page, test } from '@playwright/test'
import { confirm, expectEntry } from './support/administration.ts'
import { makeAdministrator } from './support/database.ts'
import { completeApp, publishedAutomation, republish } from './support/developer.ts'
import { expectNotice } from './support/notices.ts'
import { ask, call, newUser, ownAddress, signUp } from './support/user.ts'

test('a template goes from its developer through review to a creator, who follows new versions until detaching it', {
  tag: '@deep',
}, async ({ page: developer, browser }) => {
  await signUp(developer, newUser('Dana'))
  const source = await publishedAutomation(developer)
  const { id: app_id, name: app_name } = await completeApp(developer)
  const name = `Course of ${app_name}`
  const admin = await elsewhere(browser)
  const reviewer = newUser('Rae')
  await signUp(admin, reviewer)
  await makeAdministrator(reviewer.email_address)
  const templates = `/apps/develop/${app_id}?tab=templates`
  const row = developer.getByRole('listitem').filter({ has: developer.getByRole('heading', { name }) })

  await test.step('a template of an app that is not in the store is reviewed together with it', async () => {
    await developer.goto(templates)
    await developer.getByRole('button', { name: 'New template' }).click()
    const dialog = developer.getByRole('dialog', { name: 'New template' })
    await dialog.getByLabel('Source automation').selectOption({ label: 'Glaze course' })
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Description').fill('Welcomes those who ask for the course, and sends the first lesson.')
    await dialog.getByRole('checkbox', { name: 'Courses' }).check()
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await row.getByRole('button', { name: 'Submit for review' }).click()
    await developer.getByRole('alertdialog').getByRole('button', { name: 'Submit for review' }).click()
    await expect(row.getByText('In review', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Edit' })).toBeHidden()
    await call(developer, 'apps.develop.submit', { id: app_id })

    await admin.goto(`/admin/review/apps/${app_id}`)
    await expect(admin.getByRole('link', { name })).toBeVisible()
    await admin.getByRole('button', { name: 'Approve' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve and publish' }).click()
    await expectNotice(admin, 'approved')
    await publish(developer, templates, row)
  })

  const creator = await elsewhere(browser)
  await signUp(creator, newUser('Ida'))
  await call(creator, 'tags.create', { name: 'Glazing' })
  await test.step('a creator finds it after installing, on the app’s page and in the gallery, and adopts it from each', async () => {
    const adopt = async (sequence: 'is created' | 'yours is used') => {
      await creator.getByRole('button', { name, exact: true }).click()
      const dialog = creator.getByRole('dialog', { name })
      await expect(dialog.getByText('Tag Glazing – yours is used')).toBeVisible()
      await expect(dialog.getByText(`Sequence Glaze lessons – ${sequence}`)).toBeVisible()
      await dialog.getByRole('button', { name: 'Use template' }).click()
      await expect(creator.getByText(`Locked: this is a copy of ${name} by ${app_name}`)).toBeVisible()
      await expect(creator.getByRole('button', { name: 'Rename' })).toBeHidden()
      await expect(creator.getByRole('button', { name: 'Add step' })).toBeHidden()
      return creator.url()
    }
    await creator.goto(`/apps/${app_id}/install?service_app_id=service_${app_id}`)
    await creator.getByRole('button', { name: /^Install/ }).click()
    await creator.getByRole('link', { name: 'View automation templates' }).click()
    const copies = [await adopt('is created')]
    await creator.goto(`/apps/${app_id}`)
    await expect(creator.getByRole('heading', { name: 'Automation templates' })).toBeVisible()
    copies.push(await adopt('yours is used'))
    await creator.goto(`/automations/templates?q=${encodeURIComponent(name)}`)
    copies.push(await adopt('yours is used'))
    expect(new Set(copies).size).toBe(3)
  })
  const copy = creator.url()

  await test.step('an edit goes back to review while the version before stays live, and is approved with a note', async () => {
    await republish(developer, source)
    // Republishing the source automation counts as an edit, which a job submits.
    await expect
      .poll(async () =>
        (await ask<{ state: string }[]>(developer, 'automation_templates.develop.list', { app_id })).map(
          ({ state }) => state,
        ),
      )
      .toEqual(['in_review'])
    await developer.reload()
    await expect(row.getByText('Earlier version live')).toBeVisible()
    const { templates: offered } = await ask<{ templates: { description: string }[] }>(
      creator,
      'automation_templates.list',
      { app_id },
    )
    expect(offered).toMatchObject([{ description: /first lesson/.exec(offered[0]?.description ?? '')?.input }])

    await admin.goto('/admin/review?kind=template')
    await admin.getByRole('link', { name }).click()
    await admin.getByLabel('Account', { exact: true }).selectOption({ label: reviewer.account_name })
    await admin.getByRole('button', { name: 'Create test' }).click()
    await expect(admin.getByText(`${name} was created here from a template, as a test`)).toBeVisible()
    await expectEntry(admin, 'template_test_started', { account: reviewer.account_name }, 'Rae')
    await admin.getByRole('link', { name: 'Back to the review' }).click()
    await admin.getByRole('button', { name: 'Remove test' }).click()
    await confirm(admin, 'Remove test')
    await expectEntry(admin, 'template_test_removed', { account: reviewer.account_name }, 'Rae')
    await admin.getByRole('button', { name: 'Approve' }).click()
    await admin.getByLabel('Note for the developers').fill('Two days is a good pause.')
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve template' }).click()
    await expectNotice(admin, `${name} approved`)
    await expectEntry(admin, 'template_approved', { note: 'Two days is a good pause.' }, 'Rae')
    await developer.goto(templates)
    await expect(row.getByText('Two days is a good pause.')).toBeVisible()
    await publish(developer, templates, row)
  })

  await test.step('the new version is offered, and only replaces the draft when the creator wants it', async () => {
    await creator.reload()
    await expect(creator.getByText('A new version of the template is available')).toBeVisible()
    await expect(creator.getByText('Wait for 2 days')).toBeHidden()
    await creator.getByRole('button', { name: 'View new version' }).click()
    await expect(creator.getByRole('dialog').getByText('New', { exact: true }).first()).toBeVisible()
    await creator.getByRole('dialog').getByRole('button', { name: 'Update draft' }).click()
    await expectNotice(creator, 'Draft updated')
    await expect(creator.getByText(/2 days/).first()).toBeVisible()
  })

  await test.step('a rejection shows its note, deleting the template leaves the copy, and detaching unlocks it', async () => {
    await row.getByRole('button', { name: 'Edit' }).click()
    const dialog = developer.getByRole('dialog', { name: 'Edit template' })
    await dialog.getByLabel('Description').fill('The best course of all times, which makes you rich and famous.')
    await dialog.getByRole('button', { name: 'Save and submit' }).click()
    await expect(row.getByText('In review', { exact: true })).toBeVisible()
    await admin.goto('/admin/review?kind=template')
    await admin.getByRole('link', { name }).click()
    await admin.getByRole('button', { name: 'Reject' }).click()
    await admin.getByLabel('Required changes').fill('Say what it does, without promises.')
    await admin.getByRole('dialog').getByRole('button', { name: 'Reject template' }).click()
    await expectNotice(admin, 'Developers notified')
    await expectEntry(admin, 'template_rejected', { note: 'Say what it does, without promises.' }, 'Rae')
    await developer.reload()
    await expect(row.getByText('Say what it does, without promises.')).toBeVisible()
    await row.getByRole('button', { name: 'Delete' }).click()
    await developer.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
    await expect(developer.getByRole('heading', { name: 'No templates yet' })).toBeVisible()

    await creator.goto(copy)
    await expect(creator.getByText('The template was deleted. Your copy keeps working.')).toBeVisible()
    await creator.getByRole('button', { name: 'Detach' }).click()
    await creator.getByRole('alertdialog').getByRole('button', { name: 'Detach automation' }).click()
    await expectNotice(creator, 'Detached')
    await expect(creator.getByRole('button', { name: 'Rename' })).toBeVisible()
  })
  for (const page of [admin, creator]) await page.context().close()
})

async function publish(page: Page, templates: string, row: ReturnType<Page['getByRole']>): Promise<void> {
  await page.goto(templates)
  await row.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(row.getByText('Published', { exact: true })).toBeVisible()
}

/** Returns a page of another browser, without a session. */
async function elsewhere(browser: Browser): Promise<Page> {
  const { baseURL, locale, timezoneId } = test.info().project.use
  const page = await (await browser.newContext({ baseURL, locale, timezoneId })).newPage()
  await ownAddress(page)
  return page
}
