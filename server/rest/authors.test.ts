import { expect, test } from 'vitest'
import { testAccount } from '../testing/account.ts'
import { api, bearer } from '../testing/api.ts'
import { restApp } from './app.ts'

test('the member whose rights a program has is the author of what it creates and publishes', async () => {
  const account = await testAccount()
  const { user_id, token } = account
  const { db } = account.ctx
  const ask = async (operation: string, body: object = {}) => {
    const answer = await api(operation, bearer(account), body)
    expect(answer.status, operation).toBeLessThan(300)
    return answer.body
  }
  await ask('POST /v4/broadcasts', { subject: 'Moss' })
  await ask('POST /v4/exports/subscribers')
  await ask('POST /v4/suppressions', { email_addresses: ['lin@example.net'], reason: 'manual' })
  const { id } = (await ask('POST /v4/tags', { name: 'Buyer' })).tag
  const graph = {
    triggers: [{ id: 't1', on: { type: 'tag_added', tag_id: id } }],
    first: 'a',
    steps: [{ id: 'a', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: null }],
  }
  const { automation } = await ask('POST /v4/automations', { name: 'Buyers', kind: 'visual', graph })
  await ask(`POST /v4/automations/${automation.id}/publish`)
  await ask(`POST /v4/automations/${automation.id}/duplicate`)
  const form = new FormData()
  form.set('file', new Blob(['Email\nlin@example.net\n']), 'subscribers.csv')
  const headers = { Authorization: `Bearer ${token}` }
  await restApp({ base_url: 'http://envoi.test', metrics_token: undefined }).request('http://envoi.test/v4/imports', {
    method: 'POST',
    body: form,
    headers,
  })
  const created_by = { created_by: user_id }
  expect(await db.broadcast.findMany()).toMatchObject([created_by])
  expect(await db.export.findMany()).toMatchObject([created_by])
  expect(await db.suppression.findMany()).toMatchObject([created_by])
  expect(await db.automation.findMany()).toMatchObject([created_by, created_by])
  expect(await db.automationVersion.findMany()).toMatchObject([{ published_by: user_id }])
  expect(await db.import.findMany()).toMatchObject([created_by])
})
