import { expect, test } from 'vitest'
import { unscoped } from '@/server/db/client.ts'
import { testAccount } from '@/server/testing/account.ts'
import { auditedActions } from '@/server/testing/database/audit.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { GET } from '../[...path]/route.ts'

test('the audit log is a file for administrators with a recent sign-in', async () => {
  const account = await testAccount()
  const { user_id } = account
  const cookie = await signedIn(account)
  const url = 'http://envoi.test/api/admin/audit?action=plan_set'
  const ask = (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) =>
    GET(new Request(url, { method, headers: { cookie, ...headers } }))
  const statuses = async () => [(await ask('HEAD')).status, (await ask('GET')).status]
  expect(await statuses()).toEqual([404, 404])
  await unscoped().user.update({ where: { id: user_id }, data: { is_admin: true } })
  const setConfirmation = (confirmed_at: Date) =>
    unscoped().session.updateMany({ where: { user_id }, data: { confirmed_at } })

  await setConfirmation(new Date(Date.now() - 3_600_000))
  expect(await statuses()).toEqual([428, 428])
  expect(await (await ask('GET')).json()).toEqual({ errors: ['Confirm that it’s you, then try again'] })
  const opened = await ask('GET', { 'sec-fetch-dest': 'document' })
  expect([opened.status, await opened.text()]).toEqual([428, expect.stringContaining('href="/admin/audit"')])
  expect(await auditedActions(user_id)).toEqual([])

  await setConfirmation(new Date())
  expect((await ask('HEAD')).status).toBe(200)
  expect(await auditedActions(user_id)).toEqual([])
  const file = await ask('GET')
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="audit-log.csv"'])
  expect(await file.text()).toContain('time,action,text,by')
  expect(await auditedActions(user_id)).toEqual(['audit_exported'])
})
