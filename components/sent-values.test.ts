import { globSync, readFileSync } from 'node:fs'
import { createFormControl, type DefaultValues, type FieldValues } from 'react-hook-form'
import { expect, test } from 'vitest'
import { clearSent, enteredNow, forgetSent, rememberSent, unlessEdited } from './sent-values.ts'

/** A form as a page shows it. */
function opened<Values extends FieldValues>(values: Values) {
  const form = createFormControl<Values>({ defaultValues: values as DefaultValues<Values> })
  form.subscribe({ formState: { isDirty: true }, callback: () => undefined })
  return form
}

test('the next invitation that is typed while the first is sent stays, and the rest of the form is empty', () => {
  const form = opened({ email_address: '', role: 'editor' })
  form.setValue('email_address', 'one@example.net')
  form.setValue('role', 'admin')
  const entered = enteredNow(form)
  rememberSent(form, entered, entered)
  form.setValue('email_address', 'two@example.net')
  clearSent(form)
  forgetSent(form)
  expect(form.getValues()).toEqual({ email_address: 'two@example.net', role: 'editor' })
})

test('a form in which nothing was typed since it was sent is empty, and so is one that is closed', () => {
  const form = opened({ name: '', choices: ['a'] })
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

test('a text that was edited since it was sent stays', () => {
  expect([unlessEdited('Call her', '')('Call her'), unlessEdited('Call her', '')('Call her back')]).toEqual([
    '',
    'Call her back',
  ])
})

/** They reset a form when someone closes or discards it. */
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

test('no other form is reset with an answer: clearSent keeps what was typed since', () => {
  const resetting = globSync('{app,components}/**/*.tsx').filter((path) =>
    readFileSync(path, 'utf8').includes('form.reset('),
  )
  expect(resetting.sort()).toEqual(ON_REQUEST)
})
