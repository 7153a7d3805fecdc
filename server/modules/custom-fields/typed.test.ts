import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { type FieldType, fitsType } from './field-types-schema.ts'

test('a field has a type and choices in the dashboard, and the API does not know them', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const made = await app.custom_fields.create({ label: 'Size', type: 'choice', choices: [' S ', 'M', '', 'L'] })
  expect(made).toMatchObject({ key: 'size', type: 'choice', choices: ['S', 'M', 'L'] })
  expect(await app.custom_fields.get({ id: made.id })).toEqual(made)
  expect((await app.custom_fields.list({})).rows).toEqual([made])
  const { id, name, key: field_key, label } = made
  expect((await api('GET /v4/custom_fields', key(account))).body.custom_fields).toEqual([
    { id, name, key: field_key, label },
  ])
  const changed = await app.custom_fields.change({ id, label: 'Size', type: 'number', choices: ['S'] })
  expect(changed).toEqual({ ...made, type: 'number', choices: [] })
  expect(await app.custom_fields.change({ id, label: 'Height', type: 'text' })).toMatchObject({ key: 'height' })
})

test('choices are refused with a reason that names the choice', async () => {
  const { custom_fields } = dashboard(await testAccount())
  const problem = (choices: string[]) =>
    custom_fields.create({ label: 'Color', type: 'choices', choices }).then(
      () => 'accepted',
      (error: Error) => error.message,
    )
  expect(await problem([])).toContain('Enter at least one choice')
  expect(await problem(['Red', 'red'])).toContain('“red” is listed twice')
  expect(await problem(['Red; or blue'])).toContain('A choice can’t contain a comma or a semicolon: “Red; or blue”')
  expect(await problem(Array.from({ length: 101 }, (_, at) => `C${at}`))).toContain('Enter at most 100 choices')
})

test('an existing label with another type creates no field', async () => {
  const { custom_fields } = dashboard(await testAccount())
  const text = await custom_fields.create({ label: 'City' })
  expect(await custom_fields.create({ label: 'city' })).toEqual(text)
  await expect(custom_fields.create({ label: 'city', type: 'date' })).rejects.toThrow(
    '“City” already exists with another',
  )
})

test('values entered by a member are stored in their type’s form, and errors name the field; the API stores any text', async () => {
  const account = await testAccount()
  const { custom_fields, subscribers } = dashboard(account)
  await custom_fields.create({ label: 'Height', type: 'number' })
  await custom_fields.create({ label: 'Birthday', type: 'date' })
  const lin = await subscribers.add({ email_address: 'lin@example.net', fields: { height: '170.0' } })
  expect(lin.fields).toEqual({ height: '170', birthday: null })
  const updated = await subscribers.update({ id: lin.id, fields: { height: '1,234.50', birthday: 'May 5, 1990' } })
  expect(updated.fields).toEqual({ height: '1234.5', birthday: '1990-05-05' })
  const wrong = subscribers.update({ id: lin.id, fields: { height: 'tall', birthday: '1990-02-30' } })
  await expect(wrong).rejects.toThrow(
    'Height must be a number such as 12.5. Birthday must be a date such as 2026-11-24',
  )
  const given = { fields: { height: 'tall', birthday: '' } }
  const { status, body } = await api(`PUT /v4/subscribers/${lin.id}`, key(account), given)
  expect([status, body.subscriber.fields]).toEqual([200, { height: 'tall', birthday: null }])
})

test('a changed type reports how many stored values do not fit, as the TypeScript rule does, and keeps them', async () => {
  const account = await testAccount()
  const { custom_fields } = dashboard(account)
  const { id } = await custom_fields.create({ label: 'Answer' })
  const values = [
    // Occurs twice, but is one example.
    '1e3',
    '1e3',
    '2026-13-01',
    'Yes',
    'No',
    'yes',
    'Red',
    'Red, Light blue',
    'Light blue, Red',
    'Red,Light blue',
    'Black',
    'Red, Black',
    '0',
    '-0',
    '7',
    '-7.25',
    '007',
    '7.50',
    '.5',
    '1,000',
    '1e3',
    '9'.repeat(50),
    '9'.repeat(51),
    ' 7',
    '2026-11-24',
    '2024-02-29',
    '2026-02-29',
    '1900-02-29',
    '2000-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-1-2',
  ]
  for (const [at, answer] of values.entries())
    await api('POST /v4/subscribers', key(account), { email_address: `s${at}@x.example`, fields: { answer } })
  await api('POST /v4/subscribers', key(account), { email_address: 'none@x.example' })
  const choices = ['Red', 'Light blue']
  const stored = values.map((value) => value.trim())
  for (const type of ['text', 'number', 'date', 'choice', 'choices', 'yes_no'] satisfies FieldType[]) {
    const kept = (await api('GET /v4/subscribers', key(account))).body.subscribers as { fields: { answer: string } }[]
    const known = kept.flatMap(({ fields: { answer } }) => answer ?? [])
    expect(known.map((value) => value.trim()).sort()).toEqual(stored.toSorted())
    const unfit = known.filter((value) => !fitsType({ type, choices }, value))
    const fit = await custom_fields.fit({ id, type, choices })
    expect([type, fit.values, fit.unfit]).toEqual([type, values.length, unfit.length])
    expect(fit.examples.length).toBe(Math.min(5, new Set(unfit).size))
    expect(new Set(fit.examples).size).toBe(fit.examples.length)
    await custom_fields.change({ id, label: 'Answer', type, choices })
  }
})
