import { list } from '../../rest/route.ts'
import { SecurityEvent } from './schema.ts'
import { pageSecurityEvents } from './service.ts'

export const securityEventsApi = [
  list('GET /security_events', pageSecurityEvents, {
    summary: 'List the security log',
    description: 'Sign-ins, members, keys, apps and other changes that concern access, newest first. For owners.',
    role: 'owner',
    as: 'security_events',
    of: SecurityEvent,
  }),
]
