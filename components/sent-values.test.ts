import { globSync, readFileSync } from 'node:fs'
import { createFormControl, type DefaultValues, type FieldValues } from 'react-hook-form'
import { expect, test } from 'vitest'
import { clearSent, enteredNow, forgetSent, rememberSent, unlessEdited } from './sent-values.ts'

/** Returns a form as a page shows it. */
function openForm<Values extends FieldValues>(values: Values) {
  const form = createFormControl<Values>({ defaultValues: values as DefaultValues<Values> })
  form.subscribe({ formState: { isDirty: true }, callback: () => undefined })
  return form
}

test('an address typed while the first invitation is being sent stays, and the rest of the form is cleared', () => {
  const form = openForm({ email_address: '', role: 'editor' })
  form.setValue('email_address', 'one@example.net')
  form.setValue('role', 'admin')
  const entered = enteredNow(form)
  rememberSent(form, entered, entered)
  form.setValue('email_address', 'two@example.net')
  clearSent(form)
  forgetSent(form)
  expect(form.getValues()).toEqual({ email_address: 'two@example.net', role: 'editor' })
})

test('a form is cleared if nothing was typed since sending or if it was closed', () => {
  const form = openForm({ name: '', choices: ['a'] })
  form.setValue('name', 'City')
  const entered = enteredNow(form)
  rememberSent(form, entered, entered)
  clearSent(form, { name: '', choices: [] })
  expect(form.getValues()).toEqual({ name: '', choices: [] })
  form.setValue('name', 'Next')
  forgetSent(form)
  clearSent(form)
  expect(form.getValues('name')).toBe('')
})

test('a text edited since sending stays', () => {
  expect([unlessEdited('Call her', '')('Call her'), unlessEdited('Call her', '')('Call her back')]).toEqual([
    '',
    'Call her back',
  ])
})

/** These reset a form when someone closes or discards it. */
const ON_REQUEST = [
  'app/(dashboard)/admin/accounts/[id]/delete-account-dialog.tsx',
  'app/(dashboard)/admin/reason-dialog.tsx',
  'app/(dashboard)/apps/develop/new-app-dialog.tsx',
  'app/(dashboard)/automations/[id]/rename-dialog.tsx',
  'app/(dashboard)/settings/api-keys/create-key-dialog.tsx',
  'app/(dashboard)/settings/style/style-settings.tsx',
  'components/action-bar.tsx',
  'components/security/passkey-dialog.tsx',
]

test('all other forms use clearSent after a response, which keeps text typed since sending', () => {
  const resetting = globSync('{app,components}/**/*.tsx').filter((path) =>
    readFileSync(path, 'utf8').includes('form.reset('),
  )
  expect(resetting.sort()).toEqual(ON_REQUEST)
})
