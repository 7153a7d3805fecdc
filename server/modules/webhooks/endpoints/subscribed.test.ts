import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { subscribeTo } from '../../../testing/events.ts'

/** Returns the event types that a write starting now would emit. */
const subscribedTypes = ({ ctx }: Awaited<ReturnType<typeof testAccount>>) =>
  write(ctx, async ({ subscribed_event_types }) => [...subscribed_event_types].sort())

test('the next write knows the subscribed event types after an endpoint is created, changed or deleted [W1]', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const where = { account_id: account.account_id }
  expect(await subscribedTypes(account)).toEqual([])
  await subscribeTo(account.account_id, ['tag.created', 'tag.deleted'])
  await subscribeTo(account.account_id, ['tag.created'])
  expect(await subscribedTypes(account)).toEqual(['tag.created', 'tag.deleted'])
  await unscoped().webhookEndpoint.updateMany({
    where: { ...where, events: { has: 'tag.deleted' } },
    data: { events: ['tag.created', 'form.created' as never] },
  })
  expect(await subscribedTypes(account)).toEqual(['form.created', 'tag.created'])
  await unscoped().webhookEndpoint.updateMany({
    where: { ...where, events: { has: 'form.created' } },
    data: { status: 'disabled' },
  })
  expect(await subscribedTypes(account)).toEqual(['tag.created'])
  await unscoped().legacyWebhook.create({
    data: { ...where, target_url: 'https://x.example', event: {}, event_name: 'purchase_create' },
  })
  expect(await subscribedTypes(account)).toEqual(['purchase_create', 'tag.created'])
  await unscoped().legacyWebhook.deleteMany({ where })
  await unscoped().webhookEndpoint.deleteMany({ where })
  expect(await subscribedTypes(account)).toEqual([])
  expect(await subscribedTypes(other)).toEqual([])
})

test('endpoints created and deleted at the same time leave the subscribed event types correct [W1]', async () => {
  const account = await testAccount()
  const types = [
    'tag.created',
    'tag.deleted',
    'custom_field.created',
    'custom_field.deleted',
    'post.published',
  ] as const
  const { account_id } = account
  const endpoint = { account_id, name: 'n', url: 'https://x.example', secret: 's' }
  await Promise.all(
    types.flatMap((type) => [
      subscribeTo(account_id, [type]),
      ...[1, 2, 3].map(async () => {
        const { id } = await unscoped().webhookEndpoint.create({
          data: { ...endpoint, events: [type, 'broadcast.sent'] },
        })
        await unscoped().webhookEndpoint.delete({ where: { account_id_id: { account_id, id } } })
      }),
    ]),
  )
  expect(await subscribedTypes(account)).toEqual([...types].sort())
})
