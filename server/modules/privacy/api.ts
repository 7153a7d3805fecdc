import { route } from '../../rest/route.ts'
import { confirmAddress } from './confirm-address.ts'
import { eraseSubscriber, findErasable } from './erase.ts'
import { Erasure } from './schema.ts'
import { stopTracking } from './tracking.ts'

export const privacyApi = [
  route('POST /subscribers/:id/erase', eraseSubscriber, {
    scope: 'privacy:write',
    role: 'admin',
    summary: 'Erase a subscriber',
    description:
      'Permanently, with everything about them. The `email_address` must match. The address is never emailed again; counts of messages stay.',
    body: Erasure.pick({ email_address: true }),
    subject: findErasable,
    errors: { 409: 'A message to them is being sent' },
  }),
  route('POST /subscribers/:id/stop_tracking', stopTracking, {
    summary: 'Stop tracking a subscriber',
    description: 'Their opens and clicks are no longer counted. Only subscribers turn it back on.',
  }),
  route('POST /subscribers/:id/confirm_address', confirmAddress, {
    summary: 'Confirm the new address of a subscriber',
    description: 'One that they changed on the preference page: their data belongs to it then.',
  }),
]
