import { administrator, listVerb, router, verb } from '../../trpc/init.ts'
import { disableEndpoint, enableEndpoint } from './webhooks/actions.ts'
import { getEndpoint, listEndpointAttempts, listEndpoints } from './webhooks/endpoints.ts'
import { listCalls, pauseApp, resumeApp } from './webhooks/outbound.ts'
import { readWebhooks } from './webhooks/overview.ts'
import {
  AttemptsQuery,
  ByEndpoint,
  CallsQuery,
  DisableEndpoint,
  EnableEndpoint,
  EndpointsQuery,
  PauseApp,
  ResumeApp,
} from './webhooks-schema.ts'

/** Procedures about the webhooks of all accounts, and requests to apps and other servers. */
export const webhooksAdminRouter = router({
  overview: administrator.input(CallsQuery).query(verb(readWebhooks)),
  endpoints: administrator.input(EndpointsQuery).query(listVerb(listEndpoints)),
  endpoint: administrator.input(ByEndpoint).query(verb(getEndpoint)),
  attempts: administrator.input(AttemptsQuery).query(listVerb(listEndpointAttempts)),
  disable: administrator.input(DisableEndpoint).mutation(verb(disableEndpoint)),
  enable: administrator.input(EnableEndpoint).mutation(verb(enableEndpoint)),
  calls: administrator.input(CallsQuery).query(verb(listCalls)),
  pauseApp: administrator.input(PauseApp).mutation(verb(pauseApp)),
  resumeApp: administrator.input(ResumeApp).mutation(verb(resumeApp)),
})
