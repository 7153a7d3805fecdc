import { member, router, verb } from '../../trpc/init.ts'
import { listSecurityEvents } from './service.ts'

export const securityEventsRouter = router({
  list: member('owner').query(verb((ctx) => listSecurityEvents(ctx))),
})
