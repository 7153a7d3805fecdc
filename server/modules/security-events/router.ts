import { member, router, verb } from '../../trpc/init.ts'
import { listAssistantCalls, listSecurityEvents } from './service.ts'

export const securityEventsRouter = router({
  calls: member('owner').query(verb((ctx) => listAssistantCalls(ctx))),
  list: member('owner').query(verb((ctx) => listSecurityEvents(ctx))),
})
