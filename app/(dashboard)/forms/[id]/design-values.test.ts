import { expect, test } from 'vitest'
import { FormSettings } from '@/server/modules/forms/settings-schema.ts'
import { askedValues, sectionToCorrect } from './design-values.ts'

test('the tab with an invalid field is the open one if possible, else the first', () => {
  expect(sectionToCorrect({ settings: { heading: {}, shown_on: {} } }, 'behavior')).toBe('behavior')
  expect(sectionToCorrect({ settings: { shown_on: {}, confirmation: {} } }, 'content')).toBe('behavior')
  expect(sectionToCorrect({ settings: { consents: {} } }, 'after')).toBe('fields')
  expect(sectionToCorrect({ settings: { version_b: {} } }, 'after')).toBe('content')
  expect(sectionToCorrect({ name: {} }, 'after')).toBe('content')
  expect(sectionToCorrect({ root: {} }, 'after')).toBe('after')
})

test('a hidden number is saved as it is stored, and a visible one must be corrected', () => {
  const settings = FormSettings.parse({ open_after_seconds: 20 })
  const stored = { settings, file: null }
  const values = { id: 1, name: 'Footer', format: 'modal', double_opt_in: false } as const
  const typed = { ...settings, open_after_seconds: Number.NaN, shows_again_days: 900 }
  const askedFor = (change: object, format: 'modal' | 'inline' = 'modal') =>
    askedValues({ ...values, format, settings: { ...typed, ...change } }, stored).settings
  expect(askedFor({ opens_on: 'time' })).toMatchObject({ open_after_seconds: Number.NaN, shows_again_days: 900 })
  expect(askedFor({ opens_on: 'scroll', shows_again: 'never' })).toMatchObject({
    open_after_seconds: 20,
    shows_again_days: 30,
  })
  expect(askedFor({ opens_on: 'time' }, 'inline')).toMatchObject({ open_after_seconds: 20 })
  // A valid number is kept until its field is visible again.
  expect(askedFor({ opens_on: 'click', open_after_seconds: 45 })).toMatchObject({ open_after_seconds: 45 })
  expect(askedFor({ file_email: { ...settings.file_email, subject: '' } }).file_email).toEqual(settings.file_email)
})
