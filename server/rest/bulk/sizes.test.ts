import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, bearer } from '../../testing/api.ts'
import { bulkRequests, callbackReceiver, runBulkJobs } from '../../testing/modules/bulk.ts'
import { imported } from '../../testing/modules/imports.ts'
import { bulkOperations } from '../registry.ts'

interface Operation {
  list: string
  /** A valid item that differs from the items for smaller numbers. */
  good: (i: number) => object
  bad: object
  /** The list of rows in the answer. */
  rows?: string
  failure: object
}

const NO_ID = 1_999_999_999

/** Creates what the items of every operation refer to. */
async function operations({ ctx, account_id }: TestAccount, size: number): Promise<Record<string, Operation>> {
  await imported(ctx, 'Email,City\nlin@x.example,Oslo\n')
  const { id } = await ctx.db.subscriber.findFirstOrThrow()
  const subscriber_id = Number(id)
  const subscriber_custom_field_id = (await ctx.db.customField.findFirstOrThrow()).id
  const form = await unscoped().form.create({ data: { account_id, name: 'Footer', uid: `sizes-${account_id}` } })
  const made = await ctx.sql.rows<{ id: number }>(
    `insert into tag (account_id, name, name_folded) select $1, 'T' || n, 't' || n from generate_series(0, $2::int) n returning id`,
    [size],
  )
  const tag = (i: number) => made[i]?.id ?? 0
  const tagging = (i: number) => ({ tag_id: tag(i), subscriber_id })
  const missing = { tag_id: NO_ID, subscriber_id }
  const no_tag = { errors: ['Tag does not exist'], tagging: { tag_id: null, subscriber_id } }
  const no_field = { subscriber_id, subscriber_custom_field_id: NO_ID, value: 'x' }
  return {
    'POST /v4/bulk/subscribers': {
      list: 'subscribers',
      good: (i) => ({ email_address: `p${i}@x.example` }),
      bad: { email_address: 'no address', first_name: 'N' },
      rows: 'subscribers',
      failure: {
        errors: ['Email address is invalid'],
        subscriber: { first_name: 'N', email_address: null, state: 'active', created_at: null },
      },
    },
    'POST /v4/bulk/tags': {
      list: 'tags',
      good: (i) => ({ name: `New ${i}` }),
      bad: { name: '' },
      rows: 'tags',
      failure: { errors: ["Name can't be blank"], tag: { name: '', created_at: null } },
    },
    'POST /v4/bulk/tags/subscribers': {
      list: 'taggings',
      good: tagging,
      bad: missing,
      rows: 'subscribers',
      failure: no_tag,
    },
    'DELETE /v4/bulk/tags/subscribers': { list: 'taggings', good: tagging, bad: missing, failure: no_tag },
    'DELETE /v4/bulk/tags': {
      list: 'tags',
      good: (i) => ({ id: tag(i) }),
      bad: { id: NO_ID },
      failure: { errors: ['Tag does not exist'], tag: { id: NO_ID } },
    },
    'POST /v4/bulk/forms/subscribers': {
      list: 'additions',
      good: () => ({ form_id: form.id, subscriber_id, referrer: 'https://x.example/?utm_source=a' }),
      bad: { form_id: NO_ID, subscriber_id },
      rows: 'subscribers',
      failure: { errors: ['Form does not exist'], subscription: { form_id: null, subscriber_id, referrer: null } },
    },
    'POST /v4/bulk/custom_fields': {
      list: 'custom_fields',
      good: (i) => ({ label: `Field ${i}` }),
      bad: { label: ' ' },
      rows: 'custom_fields',
      failure: { errors: ["Label can't be blank"], custom_field: { label: ' ' } },
    },
    'POST /v4/bulk/custom_fields/subscribers': {
      list: 'custom_field_values',
      good: (i) => ({ subscriber_id, subscriber_custom_field_id, value: `V${i}` }),
      bad: no_field,
      failure: { errors: ['Custom field does not exist'], custom_field_value: no_field },
    },
  }
}

test.each([1, 100, 101])(
  '%s items, every fifth invalid, are answered by each bulk operation [contract 19.66 to 19.73]',
  async (size) => {
    const account = await testAccount()
    const all = await operations(account, size)
    expect(Object.keys(all).sort()).toEqual([...bulkOperations.keys()].sort())
    for (const [operation, { list, good, bad, rows, failure }] of Object.entries(all)) {
      const { url, received } = await callbackReceiver()
      const items = Array.from({ length: size }, (_, i) => (i % 5 === 4 ? bad : good(i)))
      const answer = await api(operation, bearer(account), { [list]: items, callback_url: url })
      if (size > 100) expect(answer, operation).toMatchObject({ status: 202, body: {} })
      else expect(answer.status, operation).toBe(200)
      await runBulkJobs(account)
      expect(received).toHaveLength(size > 100 ? 1 : 0)
      const { failures, ...others } = (size > 100 ? received[0] : answer)?.body ?? {}
      const bad_count = Math.floor(size / 5)
      expect(failures, operation).toEqual(Array(bad_count).fill(failure))
      if (rows) expect(others[rows], operation).toHaveLength(size - bad_count)
      // If a field of a subscriber has many values, the answer has the last.
      else if (list === 'custom_field_values') {
        const last = items.findLast((item) => item !== bad)
        expect(others[list], operation).toEqual(expect.arrayContaining([last]))
      } else expect(others, operation).toEqual({})
    }
    expect((await bulkRequests(account.ctx)).map(({ state }) => state)).toEqual(
      Array(size > 100 ? 8 : 0).fill('completed'),
    )
  },
)
