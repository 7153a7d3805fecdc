import { test } from '@playwright/test'
import { administerAccounts } from './administration/accounts.ts'
import { backUpAndRestore } from './administration/backup.ts'
import { operateInstance } from './administration/operations.ts'
import { lookAtPages, pressKeys } from './administration/pages.ts'
import { type SeededInstance, startSeededInstance } from './support/seeded-instance.ts'

// Administrators use each of their pages on an instance with many accounts, and the audit log records it.

let instance: SeededInstance | undefined
const started = async () => {
  instance ??= await startSeededInstance()
  return instance
}

// One worker runs all tests, on one instance.
test.describe.configure({ mode: 'default' })
test.afterAll(() => instance?.close())

test('keys lead through the pages', async ({ browser }) => {
  await pressKeys(browser, await started())
})

test('every page is whole with many records', { tag: '@deep' }, async ({ browser }) => {
  await lookAtPages(browser, await started())
})

// Before the others: they change what the whole instance allows. server/modules/backups tests the same without commands and pages.
test('a backup made while the instance works is restored by commands, with the same rows, sign-ins and secrets', {
  tag: '@deep',
}, async ({ browser }) => {
  await backUpAndRestore(browser, await started())
})

test('accounts, users and plans are found and changed at a desk, and each change is in the audit log', async ({
  browser,
}) => {
  await administerAccounts(browser, await started())
})

test('reviews, jobs, mail, webhooks and settings are worked on by touch, and each action is in the audit log', {
  tag: '@deep',
}, async ({ browser }) => {
  await operateInstance(browser, await started())
})
