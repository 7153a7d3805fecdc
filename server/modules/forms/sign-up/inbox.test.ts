import { expect, test } from 'vitest'
import { inboxOf } from './inbox.ts'

test.each([
  ['lin@gmail.com', 'Gmail'],
  ['Lin@GoogleMail.com', 'Gmail'],
  ['lin@hotmail.co.uk', 'Outlook'],
  ['lin@me.com', 'iCloud'],
  ['lin@pm.me', 'Proton'],
  ['lin@gmail.com.evil.example', undefined],
  ['lin@notgmail.com', undefined],
  ['', undefined],
])('the inbox of %s is %s', (email_address, name) => {
  expect(inboxOf(email_address)?.name).toBe(name)
})
