import { test } from '@playwright/test'
import { administerAccounts } from './administration/accounts.ts'
import { backUpAndRestore } from './administration/backup.ts'
import { operateInstance } from './administration/operations.ts'
import { lookAtPages } from './administration/pages.ts'
import { type SeededInstance, startSeededInstance } from './support/seeded-instance.ts'

// Administrators use each of their pages on an instance with many accounts, and the audit log records it. pages.spec.ts opens the pages and presses
// their keys in `npm test`, and tests of the server have each action.

let instance: SeededInstance | undefined
const started = async () => {
  instance ??= await startSeededInstance()
  return instance
}

// All tests share one worker and one instance.
test.describe.configure({ mode: 'default' })
test.afterAll(() => instance?.close())

test('every administration page works with many records', { tag: '@deep' }, async ({ browser }) => {
  await lookAtPages(browser, await started())
})

// Runs first, because the other tests change the instance's settings. server/modules/backups tests the same without commands and pages.
test('a backup made during work is restored by commands, with the same rows, sign-ins and secrets', {
  tag: '@deep',
}, async ({ browser }) => {
  await backUpAndRestore(browser, await started())
})

test('accounts, users and plans are found and changed on a desktop, and each change is in the audit log', {
  tag: '@deep',
}, async ({ browser }) => {
  await administerAccounts(browser, await started())
})

test('reviews, jobs, mail, webhooks and settings work by touch, and each action is in the audit log', {
  tag: '@deep',
}, async ({ browser }) => {
  await operateInstance(browser, await started())
})
