import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { FormSettings } from '../settings-schema.ts'
import { findOpenForm } from '../sign-up/sign-up.ts'

test('a duplicate of a form has its settings, and none of its subscribers, versions and files', async () => {
  const account = await testAccount()
  const { account_id } = account
  const { forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'F'.repeat(255), type: 'embed', format: 'modal' })
  const settings = FormSettings.parse({
    heading: 'News from the moss',
    fields: [{ custom_field_id: null }],
    version_b: { heading: 'Kiln news' },
  })
  await forms.update({ id, name: 'F'.repeat(255), format: 'modal', double_opt_in: false, settings })
  const { id: subscriber_id } = await unscoped().subscriber.create({
    data: { account_id, email_address: 'lin@copies.example', state: 'active' },
  })
  await unscoped().formSubscription.create({ data: { account_id, form_id: id, subscriber_id } })
  await unscoped().formFile.create({
    data: {
      account_id,
      form_id: id,
      name: 'guide.pdf',
      media_type: 'application/pdf',
      bytes: 9,
      key: `copied-${id}`,
      state: 'ready',
    },
  })
  const { id: copy_id, has_file_left } = await forms.duplicate({ id })
  expect(has_file_left).toBe(true)
  const copy = await forms.get({ id: copy_id })
  expect(copy).toMatchObject({
    name: `Copy of ${'F'.repeat(247)}`,
    type: 'embed',
    format: 'modal',
    status: 'active',
    double_opt_in: false,
    subscriber_count: 0,
    file: null,
    test_started_at: null,
    settings: { ...settings, version_b: null },
  })
  expect(copy.uid).not.toBe(uid)
  expect(await forms.get({ id })).toMatchObject({
    subscriber_count: 1,
    settings: { version_b: { heading: 'Kiln news' } },
  })
})

test('a duplicate of a landing page has the draft of its sections, and visitors find it once it is published', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id } = await forms.landing.create({ name: 'Course', template: 'course' })
  await forms.landing.publish({ id, version: 1 })
  await forms.landing.addVersionB({ id })
  await forms.landing.publish({ id, variant: 'b', version: 1 })
  await subscribeTo(account.account_id, ['landing_page.created'])
  const { id: copy_id, has_file_left } = await forms.duplicate({ id })
  expect(has_file_left).toBe(false)
  expect((await takeEvents(account.account_id)).map(({ type }) => type)).toEqual(['landing_page.created'])
  const original = await forms.landing.get({ id })
  const copy = await forms.landing.get({ id: copy_id })
  expect(copy).toMatchObject({
    name: 'Copy of Course',
    is_public: false,
    published: null,
    b: null,
    test_started_at: null,
    draft: { version: 1, page: original.draft?.page },
    settings: { ...original.settings, version_b: null },
  })
  const { uid } = await forms.get({ id: copy_id })
  expect(await findOpenForm(uid)).toBeUndefined()
  await forms.landing.publish({ id: copy_id, version: 1 })
  expect(await findOpenForm(uid)).toMatchObject({ name: 'Copy of Course' })
})

test('forms of other accounts and those in the trash are not duplicated, and viewers duplicate none', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id } = await forms.create({ name: 'Footer', type: 'embed', format: 'inline' })
  await expect(dashboard(await testAccount()).forms.duplicate({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const viewer = dashboard(account, withRole(account, 'viewer'))
  await expect(viewer.forms.duplicate({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await forms.setStatus({ id, status: 'trashed' })
  await expect(forms.duplicate({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await forms.rows({})).rows).toEqual([])
})
