import { expect } from 'vitest'
import { PUBLIC_EVENT_TYPES, type PublicEventType, sampleOf } from '../../core/events/events.ts'
import { type TestAccount, testAccount } from '../account.ts'
import { api, key } from '../api.ts'
import { dashboard } from '../dashboard.ts'
import { subscribeTo, takeEvents, type WrittenEvent } from '../events.ts'

/** A time in the format of contract 0.4. */
export const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

/**
 * Returns an account that is subscribed to all event types. `emitted` removes and returns the events since the last call, oldest first, and
 * checks that each has the properties of its sample.
 */
export async function subscribedAccount(given?: TestAccount) {
  const account = given ?? (await testAccount())
  const { account_id } = account
  await subscribeTo(account_id, PUBLIC_EVENT_TYPES)
  const emitted = async (): Promise<WrittenEvent[]> => {
    const events = (await takeEvents(account_id)).filter(({ type }) => PUBLIC_EVENT_TYPES.includes(type as never))
    for (const { type, data } of events)
      expect(shapeOf(data), type).toEqual(shapeOf(sampleOf(type as PublicEventType, new Date())))
    return events
  }
  const call = (operation: string, body?: unknown) => api(operation, key(account), body)
  return { ...account, emitted, call, app: dashboard(account) }
}

/** Returns the properties of an object and its nested objects. Custom fields differ by account. */
const shapeOf = (value: unknown, name = ''): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'fields'
    ? Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([key, member]) => [key, shapeOf(member, key)]),
      )
    : true
