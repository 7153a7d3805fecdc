import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { FormSettings } from './settings-schema.ts'

const INLINE = { name: ' Footer ', type: 'embed', format: 'inline' } as const

test('a new form is ready to use with double opt-in and default texts, and is listed in the API', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const made = await forms.create(INLINE)
  expect(made).toMatchObject({ name: 'Footer', type: 'embed', format: 'inline', archived: false })
  expect(made.uid).toMatch(/^[0-9a-f]{10}$/)
  const { body } = await api('GET /v4/forms', key(account))
  expect(body.forms).toEqual([made])
  expect(await forms.get({ id: made.id })).toMatchObject({
    ...made,
    status: 'active',
    double_opt_in: true,
    settings: FormSettings.parse({}),
    account_name: 'Studio North',
    subscriber_count: 0,
    unconfirmed_count: 0,
    has_sender: true,
  })
})

test('a landing page has no format, and a form needs one', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  expect(await forms.create({ name: 'Page', type: 'hosted', format: null })).toMatchObject({ format: null })
  await expect(forms.create({ name: 'Page', type: 'hosted', format: 'modal' })).rejects.toThrow('no format')
  await expect(forms.create({ ...INLINE, format: null })).rejects.toThrow('no format')
})

test('edits are saved, and invalid ones are rejected with a reason', async () => {
  const account = await testAccount()
  const { forms, custom_fields } = dashboard(account)
  const { id } = await forms.create(INLINE)
  const city = await custom_fields.create({ label: 'City' })
  const settings = FormSettings.parse({
    heading: 'Kiln\r\nnotes',
    fields: [{ custom_field_id: city.id }],
    accent_color: '#B91C1C',
  })
  await forms.update({ id, name: 'Side', format: 'modal', double_opt_in: false, settings })
  expect(await forms.get({ id })).toMatchObject({
    name: 'Side',
    format: 'modal',
    double_opt_in: false,
    settings: { heading: 'Kiln notes', fields: [{ custom_field_id: city.id }], accent_color: '#B91C1C' },
  })
  const change = { id, name: 'Side', format: 'modal', double_opt_in: false } as const
  const refused = async (more: object) => forms.update({ ...change, settings: { ...settings, ...more } })
  await expect(refused({ fields: [{ ...settings.fields[0], custom_field_id: 999_999 }] })).rejects.toThrow(
    'A custom field no longer exists',
  )
  for (const wrong of [
    { heading: ' ' },
    { accent_color: 'red;}' },
    { redirect_url: 'javascript:alert(1)' },
    { redirect_url: 'data:text/html,x' },
    { open_after_seconds: -1 },
    { open_after_percent: 0 },
    { shown_on: ['blog'] },
    { hidden_on: ['/blog/*/x'] },
    { fields: [settings.fields[0], settings.fields[0]] },
    { consents: [{ text: ' ' }] },
    { confirmation: { ...settings.confirmation, subject: '' } },
  ])
    await expect(refused(wrong)).rejects.toThrow()
  await expect(forms.update({ ...change, format: null, settings })).rejects.toThrow('no format')
  await expect(forms.update({ ...change, id: 999_999, settings })).rejects.toThrow('Not Found')
})

test('a form can be archived, trashed and restored, and keeps its subscribers', async () => {
  const account = await testAccount()
  const { account_id } = account
  const { forms } = dashboard(account)
  const { id } = await forms.create(INLINE)
  const subscriber = await unscoped().subscriber.create({ data: { account_id, email_address: 'lin@example.net' } })
  await api(`POST /v4/forms/${id}/subscribers/${subscriber.id}`, key(account))
  const listed = async (status: string) => (await api(`GET /v4/forms?status=${status}`, key(account))).body.forms.length
  for (const status of ['archived', 'trashed', 'active'] as const) {
    await forms.setStatus({ id, status })
    expect(await listed(status)).toBe(1)
    expect((await forms.subscribers({ form_id: id })).rows).toHaveLength(1)
  }
  await expect(forms.setStatus({ id: 999_999, status: 'archived' })).rejects.toThrow('Not Found')
})

test('another account’s form is not found, and viewers can only read [S11, S12]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { id } = await dashboard(own).forms.create(INLINE)
  const theirs = dashboard(other).forms
  await expect(theirs.get({ id })).rejects.toThrow('Not Found')
  await expect(theirs.setStatus({ id, status: 'trashed' })).rejects.toThrow('Not Found')
  await expect(theirs.subscribers({ form_id: id })).rejects.toThrow('Not Found')
  const viewer = dashboard(own, withRole(own, 'viewer')).forms
  expect((await viewer.get({ id })).id).toBe(id)
  await expect(viewer.create(INLINE)).rejects.toThrow('editor role')
  await expect(viewer.setStatus({ id, status: 'trashed' })).rejects.toThrow('editor role')
})
