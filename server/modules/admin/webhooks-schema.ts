import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id, storable } from '../../core/wire.ts'
import { ByAccount, Reason } from './accounts-schema.ts'
import { ENDPOINT_FILTERS, ENDPOINT_RANGES, ENDPOINT_SORTS } from './values-schema.ts'

const Search = z.string().overwrite(storable).trim().max(255, 'Use at most 255 characters').optional()

export const EndpointsQuery = PageQuery.extend({
  range: z.enum(ENDPOINT_RANGES).default('day'),
  sort: z.enum(ENDPOINT_SORTS).default('failures'),
  state: z.enum(ENDPOINT_FILTERS).optional(),
  /** Part of the URL's host or of the account's name, or the account's id. */
  search: Search,
})
export type EndpointsQuery = z.output<typeof EndpointsQuery>

export const ByEndpoint = ByAccount.extend({ legacy: z.boolean().default(false), id: Id })
export type ByEndpoint = z.output<typeof ByEndpoint>

export const DisableEndpoint = ByAccount.extend({ id: Id, reason: Reason })
export type DisableEndpoint = z.output<typeof DisableEndpoint>
export const EnableEndpoint = ByAccount.extend({ id: Id })
export type EnableEndpoint = z.output<typeof EnableEndpoint>

export const AttemptsQuery = PageQuery.extend(ByEndpoint.shape)
export type AttemptsQuery = z.output<typeof AttemptsQuery>

/** An endpoint of any account. Its URL is shown without potentially secret parts: path, query and credentials. */
export interface EndpointRow {
  key: string
  account_id: number
  account_name: string
  owner: string | null
  legacy: boolean
  id: number
  name: string
  host: string
  app: string | null
  status: string
  disabled_by: string | null
  disabled_reason: string | null
  failing_since: string | null
  attempts: number
  failures: number
  /** Waiting deliveries, counted up to 1,000 of each kind. */
  waiting: number
  /** Status of the last failed attempt. */
  last_status: number | null
  last_error: string | null
  last_failed_at: string | null
}

export interface EndpointDetail {
  endpoint: EndpointRow
  events: string[]
  hours: { hour: string; attempts: number; failures: number }[]
  /** Responses of the last 1,000 deliveries by status; null: no response. */
  codes: { status: number | null; count: number }[]
}

/** The last attempt of a delivery. */
export interface EndpointAttempt {
  id: number
  event_type: string
  event_count: number
  status: string
  attempt_count: number
  created_at: string
  attempted_at: string | null
  response_status: number | null
  error: string | null
  duration_ms: number | null
}

/** Waiting deliveries of all accounts, counted up to 100,000. */
export interface WebhookBacklog {
  /** Events without deliveries. */
  events: number
  oldest_event_at: string | null
  pending: number
  oldest_pending_at: string | null
  retrying: number
  oldest_retrying_at: string | null
}

export interface WebhooksOverview {
  backlog: WebhookBacklog
  /** The last 24 hours by ten minutes, or seven days by hour. `backlog` is null where none was sampled. */
  points: { at: string; attempts: number; failures: number; backlog: number | null }[]
  attempts: number
  failures: number
}

export const CALL_KINDS = [
  'app',
  'sign_in',
  'callback',
  'link_check',
  'bounce_intake',
  'usage_report',
  'checkout',
] as const

export const CallsQuery = z.object({ range: z.enum(ENDPOINT_RANGES).default('day') })
export type CallsQuery = z.output<typeof CallsQuery>

/** Requests to the server of an app or a callback, or to other servers (`*`). */
export interface CalledHost {
  kind: (typeof CALL_KINDS)[number]
  app_id: number | null
  host: string
  calls: number
  failures: number
  last_error: string | null
}

/** An app whose server is called, with its waiting requests. */
export interface CalledApp {
  id: number
  name: string
  calls: number
  failures: number
  /** Waiting action requests of automations, and the number of retries among them. */
  waiting: number
  retrying: number
  next_attempt_at: string | null
  /** Event nodes that are polled, and the number whose last request failed. */
  pulled: number
  failing: number
  next_pull_at: string | null
  problem: string | null
  paused_at: string | null
  paused_reason: string | null
}

export interface OutboundCalls {
  /** By hour, oldest first. */
  points: { at: string; calls: number; failures: number }[]
  apps: CalledApp[]
  hosts: CalledHost[]
}

export const PauseApp = z.object({ app_id: Id, reason: Reason })
export type PauseApp = z.output<typeof PauseApp>
export const ResumeApp = z.object({ app_id: Id })
export type ResumeApp = z.output<typeof ResumeApp>
