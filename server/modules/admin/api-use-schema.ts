import { z } from 'zod'
import { API_RANGES, API_SORTS } from './values-schema.ts'

export const ApiUseQuery = z.object({
  range: z.enum(API_RANGES).default('day'),
  sort: z.enum(API_SORTS).default('requests'),
})
export type ApiUseQuery = z.output<typeof ApiUseQuery>

/** Requests to the API, and the number answered with 4xx and 5xx. */
export interface ApiCounts {
  requests: number
  refused: number
  faults: number
}

export interface ApiUse {
  /** By hour for a day, else by day (UTC). Every request counts, also those without a valid credential. */
  points: (ApiCounts & { at: string })[]
  total: ApiCounts
  /** Range of the counts in `accounts`: requests since the start of a day (UTC), for all accounts, also without a valid credential. */
  counted: { since: string; of_accounts: number; requests: number }
  /** Requests with a valid credential. */
  accounts: (ApiCounts & { id: number; name: string })[]
}

/** The last 30 days (UTC) of one account, and of each credential. */
export interface AccountApiUse {
  days: (ApiCounts & { date: string })[]
  by: (ApiCounts & { kind: 'api_key' | 'app'; id: number })[]
}
