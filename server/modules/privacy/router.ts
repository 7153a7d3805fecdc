import { member, router, verb } from '../../trpc/init.ts'
import { eraseSubscriber } from './erase.ts'
import { Erasure } from './schema.ts'

export const privacyRouter = router({
  erase: member('admin').input(Erasure).mutation(verb(eraseSubscriber)),
})
