import { expect } from 'vitest'
import { sampleOf } from '../modules/webhooks/endpoints/samples.ts'
import { ALL_EVENT_TYPES, type EndpointEventType } from '../modules/webhooks/event-schema.ts'
import { type TestAccount, testAccount } from './account.ts'
import { api, key } from './api.ts'
import { dashboard } from './dashboard.ts'
import { listenTo, takeEvents, type WrittenEvent } from './events.ts'

/** A moment as contract 0.4 writes it. */
export const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

/**
 * An account in which somebody listens to everything. `told` takes what they were told since, oldest first: each event with the
 * members that its sample has.
 */
export async function listening(given?: TestAccount) {
  const account = given ?? (await testAccount())
  const { account_id } = account
  await listenTo(account_id, ALL_EVENT_TYPES)
  const told = async (): Promise<WrittenEvent[]> => {
    const events = (await takeEvents(account_id)).filter(({ type }) => ALL_EVENT_TYPES.includes(type as never))
    for (const { type, data } of events)
      expect(shapeOf(data), type).toEqual(shapeOf(sampleOf(type as EndpointEventType, new Date())))
    return events
  }
  const call = (operation: string, body?: unknown) => api(operation, key(account), body)
  return { ...account, told, call, app: dashboard(account) }
}

/** Members of an object and of the objects in it; custom fields are each account's own. */
const shapeOf = (value: unknown, name = ''): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'fields'
    ? Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([key, member]) => [key, shapeOf(member, key)]),
      )
    : true
