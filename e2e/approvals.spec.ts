import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import { messageTo } from './support/mailbox.ts'
import { examineOnScreens, hydrated } from './support/page-checks.ts'
import { running } from './support/running.ts'
import { call, newAddress, newUser, saveMossWeekly, signUp } from './support/user.ts'

test('an assistant drafts and asks, and its broadcast is sent when the owner approves it', async ({ page }) => {
  await signUp(page, newUser('Ada'))
  const lin = newAddress('lin')
  await saveMossWeekly(page)
  await call(page, 'subscribers.add', { email_address: lin, first_name: 'Lin' })
  await page.goto('/settings/api-keys')
  await hydrated(page)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Desk assistant')
  await page.getByRole('radio', { name: 'Assistant' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByTestId('new-api-key').textContent())?.trim() ?? ''
  await page.getByRole('button', { name: 'Done' }).click()

  const assistant = new Client({ name: 'desk', version: '1' })
  const headers = { Authorization: `Bearer ${key}` }
  const url = new URL(`${running()?.base_url}/mcp`)
  await assistant.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const use = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent } = await assistant.callTool({ name, arguments: input })
    return structuredContent as { data: { broadcast: { id: number } }; page: string }
  }
  const filter = [{ all: [{ type: 'all_subscribers' }] }]
  const { data } = await use('write', {
    operation: 'createBroadcast',
    body: { subject: 'The moss is back', content: '<p>Green again.</p>', subscriber_filter: filter },
  })
  const { page: address } = await use('request_approval', {
    operation: 'changeBroadcast',
    ids: { id: data.broadcast.id },
    body: { send_at: '2020-01-01T00:00:00Z' },
    reason: 'You asked for the spring issue',
  })

  await page.goto('/notifications')
  await hydrated(page)
  await page.getByRole('link', { name: 'Desk assistant asks for your approval' }).click()
  await expect(page).toHaveURL(new URL(address).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sends “The moss is back” to 1 subscriber now.')
  await expect(page.getByText('You asked for the spring issue')).toBeVisible()
  await expect(page.frameLocator('iframe[title="Email"]').getByText('Green again.')).toBeVisible()
  await examineOnScreens(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  expect((await messageTo(lin)).subject).toBe('The moss is back')
  await page.goto('/approvals')
  await expect(page.getByRole('row', { name: 'Sends “The moss is back”' })).toContainText('Approved')

  await page.goto('/settings/api-keys')
  await hydrated(page)
  await page.getByRole('button', { name: 'Desk assistant limits' }).click()
  await page.getByRole('radio', { name: 'Read only' }).click()
  await examineOnScreens(page)
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const tag = { operation: 'createTag', body: { name: 'Moss' } }
  expect((await assistant.callTool({ name: 'write', arguments: tag })).isError).toBe(true)
  await assistant.close()
})
