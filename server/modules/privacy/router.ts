import { z } from 'zod'
import { BigId } from '../../core/wire.ts'
import { member, router, verb } from '../../trpc/init.ts'
import { confirmAddress } from './confirm-address.ts'
import { eraseSubscriber } from './erase.ts'
import { Erasure } from './schema.ts'
import { stopTracking } from './tracking.ts'

export const privacyRouter = router({
  confirmAddress: member('editor')
    .input(z.object({ id: BigId }))
    .mutation(verb(confirmAddress)),
  erase: member('admin').input(Erasure).mutation(verb(eraseSubscriber)),
  stopTracking: member('editor')
    .input(z.object({ id: BigId }))
    .mutation(verb(stopTracking)),
})
