import { z } from 'zod'
import { API_RANGES, API_SORTS } from './values-schema.ts'

export const ApiUseQuery = z.object({
  range: z.enum(API_RANGES).default('day'),
  sort: z.enum(API_SORTS).default('requests'),
})
export type ApiUseQuery = z.output<typeof ApiUseQuery>

/** Number of requests to the API, and of 4xx and 5xx responses. */
export interface ApiCounts {
  requests: number
  refused: number
  faults: number
}

export interface ApiUse {
  /** By hour for a day, otherwise by day (UTC). Counts every request, even without a valid credential. */
  points: (ApiCounts & { at: string })[]
  total: ApiCounts
  /** Range of the counts in `accounts`: requests since the start of a day (UTC) for all accounts, even without a valid credential. */
  counted: { since: string; of_accounts: number; requests: number }
  /** Requests with a valid credential. */
  accounts: (ApiCounts & { id: number; name: string })[]
}

/** The last 30 days (UTC) of one account, in total and by credential. */
export interface AccountApiUse {
  days: (ApiCounts & { date: string })[]
  by: (ApiCounts & { kind: 'api_key' | 'app'; id: number })[]
}
