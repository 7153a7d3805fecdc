import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { enteredNow, follow, forgetSent, rememberSent } from './sent-values.ts'
import { markSaved, takeStored } from './stored-form.ts'

interface Values {
  name: string
  settings: { heading: string; fields: { label: string }[]; version_b: { heading: string } | null }
}

const STORED: Values = { name: 'Footer', settings: { heading: 'News', fields: [], version_b: null } }

function openForm() {
  const form = createFormControl<Values>({ defaultValues: structuredClone(STORED) })
  follow(form, structuredClone(STORED))
  let is_dirty = false
  form.subscribe({
    formState: { isDirty: true, dirtyFields: true },
    callback: ({ isDirty }) => {
      is_dirty = isDirty ?? is_dirty
    },
  })
  const type = (path: 'name' | 'settings.heading', text: string) => form.setValue(path, text, { shouldDirty: true })
  /** Submits like the form's button. The rules trim spaces. */
  const send = () => {
    const entered = enteredNow(form)
    rememberSent(form, entered, entered && { ...entered, name: entered.name.trim() })
  }
  return { form, type, send, isDirty: () => is_dirty }
}

test('text typed during a save stays as an unsaved change', () => {
  const { form, type, send, isDirty } = openForm()
  type('name', 'Sidebar')
  type('settings.heading', 'Kiln news')
  send()
  type('settings.heading', 'Kiln news, weekly')
  markSaved(form)
  expect(form.getValues()).toMatchObject({ name: 'Sidebar', settings: { heading: 'Kiln news, weekly' } })
  expect(isDirty()).toBe(true)
  // Then the page reloads the saved values.
  takeStored(form, { name: 'Sidebar', settings: { ...STORED.settings, heading: 'Kiln news' } })
  expect(form.getValues('settings.heading')).toBe('Kiln news, weekly')
  expect(isDirty()).toBe(true)
  form.reset()
  expect(form.getValues()).toMatchObject({ name: 'Sidebar', settings: { heading: 'Kiln news' } })
})

test('a saved value is not a change, even if the server stored it in another form', () => {
  const { form, type, send, isDirty } = openForm()
  type('name', ' Sidebar ')
  send()
  takeStored(form, { ...STORED, name: 'Sidebar' })
  expect(form.getValues('name')).toBe('Sidebar')
  expect(isDirty()).toBe(false)
})

test('a field shows its saved value, even if that equals the value before the edit', () => {
  const { form, type, send, isDirty } = openForm()
  type('name', 'Footer ')
  type('settings.heading', 'Kiln news')
  send()
  markSaved(form)
  // The page reloads a form with the same name, so nothing shows that it was stored.
  expect(form.getValues()).toEqual({ name: 'Footer', settings: { ...STORED.settings, heading: 'Kiln news' } })
  expect(isDirty()).toBe(false)
})

test('text typed while the rules load does not count as sent', () => {
  const { form, type, isDirty } = openForm()
  type('name', 'Sidebar')
  const entered = enteredNow(form)
  type('name', 'Sidebar of the blog')
  rememberSent(form, entered, entered)
  markSaved(form)
  takeStored(form, { ...STORED, name: 'Sidebar' })
  expect(form.getValues('name')).toBe('Sidebar of the blog')
  expect(isDirty()).toBe(true)
})

test('after a failed save all input stays, even if someone else saved the same field', () => {
  const { form, type, send, isDirty } = openForm()
  type('name', 'Mine')
  send()
  forgetSent(form)
  takeStored(form, { ...STORED, name: 'Theirs' })
  expect(form.getValues('name')).toBe('Mine')
  expect(isDirty()).toBe(true)
  // Unsaved edits are never marked as saved.
  markSaved(form)
  expect(isDirty()).toBe(true)
})

interface Entered {
  url: string
  days: number
  paths: string[]
  uid: string
}
type Accepted = Pick<Entered, 'days' | 'paths'> & { url: null; added: boolean }

test('a field keeps its input if the rules change its type', () => {
  const form = createFormControl<Entered, unknown, Accepted>()
  const values = { url: '', days: Number.NaN, paths: ['/a', ''], uid: 'a' }
  form.reset(values)
  follow(form, values)
  rememberSent(form, enteredNow(form), { url: null, days: 5, paths: ['/a'], added: true })
  markSaved(form)
  expect(form.getValues()).toEqual({ url: '', days: 5, paths: ['/a'], uid: 'a' })
})

test('unedited fields take values saved by someone else, and edited fields keep theirs', () => {
  const { form, type, isDirty } = openForm()
  type('name', 'Mine')
  const theirs = {
    name: 'Theirs',
    settings: { heading: 'Theirs', fields: [{ label: 'City' }], version_b: { heading: 'B' } },
  }
  takeStored(form, theirs)
  expect(form.getValues()).toEqual({ ...theirs, name: 'Mine' })
  expect(isDirty()).toBe(true)
})
