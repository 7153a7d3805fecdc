import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'

interface Row {
  id: number
  name: string
}

let made = 0
async function makeForm(account: TestAccount, data: Record<string, unknown> = {}): Promise<number> {
  const { id } = await unscoped().form.create({
    data: {
      account_id: account.account_id,
      uid: `${account.account_id.toString(16)}f${(made++).toString(16)}`,
      name: 'Footer',
      format: 'inline',
      ...data,
    },
  })
  return id
}

async function threeForms() {
  const account = await testAccount()
  const ids = {
    embed: await makeForm(account),
    hosted: await makeForm(account, { name: 'Landing', type: 'hosted', format: null }),
    archived: await makeForm(account, { name: 'Old', status: 'archived' }),
    trashed: await makeForm(account, { name: 'Gone', status: 'trashed' }),
  }
  const list = async (query: string) => (await api(`GET /v4/forms${query}`, key(account))).body
  return { account, ids, list }
}

const names = ({ forms }: { forms: Row[] }) => forms.map(({ name }) => name)

test('type and status filter the list of forms [contract 17.4]', async () => {
  const { list } = await threeForms()
  expect(names(await list('?type=embed&status=active&per_page=100&include_total_count=0'))).toEqual(['Footer'])
  expect(names(await list('?type=hosted'))).toEqual(['Landing'])
  expect(names(await list('?status=archived'))).toEqual(['Old'])
  expect(names(await list('?status=trashed'))).toEqual(['Gone'])
  expect(names(await list('?status=all&type='))).toEqual(['Gone', 'Old', 'Landing', 'Footer'])
  expect(names(await list(''))).toEqual(['Landing', 'Footer'])
  expect((await list('?status=archived')).forms[0].archived).toBe(true)
  expect((await list('?status=trashed')).forms[0].archived).toBe(false)
})

test('a form returns its embed URLs', async () => {
  const { ids, list } = await threeForms()
  const { forms } = await list('?type=embed')
  const { uid } = forms[0]
  expect(forms[0]).toEqual({
    id: ids.embed,
    name: 'Footer',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    type: 'embed',
    format: 'inline',
    embed_js: `${env().BASE_URL}/f/${uid}/index.js`,
    embed_url: `${env().BASE_URL}/f/${uid}`,
    archived: false,
    uid,
  })
  expect((await list('?type=hosted')).forms[0].format).toBeNull()
})

test('subscriber_count counts active subscribers and is returned on request', async () => {
  const { account, ids, list } = await threeForms()
  const { account_id } = account
  for (const state of ['active', 'active', 'inactive', 'bounced'] as const) {
    const subscriber = await unscoped().subscriber.create({
      data: { account_id, email_address: `${state}${made++}@example.net`, state },
    })
    await unscoped().formSubscription.create({ data: { account_id, form_id: ids.embed, subscriber_id: subscriber.id } })
  }
  const { forms } = await list('?include=subscriber_count')
  expect(forms.map((form: { subscriber_count: number }) => form.subscriber_count)).toEqual([0, 2])
  expect((await list('')).forms[0]).not.toHaveProperty('subscriber_count')
})

test('an unknown status, type or include is rejected with the options [contract 17.7]', async () => {
  const { list } = await threeForms()
  expect(await list('?status=gone')).toMatchObject({
    errors: ['status must be one of: active, archived, trashed, all'],
  })
  expect(await list('?type=popup')).toMatchObject({ errors: ['type must be one of: embed, hosted'] })
  expect(await list('?include=stats')).toMatchObject({ errors: ['include must be one of: subscriber_count'] })
})

test('the list of forms is paginated [contract 17.5, 17.6]', async () => {
  const { list } = await threeForms()
  const first = await list('?status=all&per_page=1&include_total_count=true')
  expect(first.pagination).toMatchObject({ has_next_page: true, has_previous_page: false, total_count: 4 })
  const second = await list(`?status=all&per_page=1&after=${first.pagination.end_cursor}`)
  expect(names(second)).toEqual(['Old'])
  expect((await list(`?status=all&per_page=1&before=${second.pagination.start_cursor}`)).forms).toEqual(first.forms)
})

test('legacy landing pages are an empty list, and no id exists [contract 8.7.6]', async () => {
  const { account, ids } = await threeForms()
  for (const query of ['', '?type=embed', '?type=hosted&per_page=1&include_total_count=1'])
    expect((await api(`GET /v4/legacy_landing_pages${query}`, key(account))).body).toMatchObject({
      legacy_landing_pages: [],
      pagination: { start_cursor: null, end_cursor: null, has_next_page: false },
    })
  const { id } = await unscoped().subscriber.create({
    data: { account_id: account.account_id, email_address: 'lin@example.net' },
  })
  expect(await api(`POST /v4/landing_pages/${ids.embed}/subscribers/${id}`, key(account), [])).toMatchObject({
    status: 404,
    body: { errors: ['Not Found'] },
  })
})

test('recommendations are disabled [contract 15]', async () => {
  const account = await testAccount()
  const { status, body } = await api('GET /v4/recommendations_script', key(account))
  expect({ status, body }).toEqual({ status: 200, body: { enabled: false, embed_js: null } })
})
