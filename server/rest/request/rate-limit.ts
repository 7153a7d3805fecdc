import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { DEFAULT_SETTINGS } from '../../core/instance/settings-schema.ts'
import { createRollingLimit, type Taken } from '../../lib/concurrency/rolling-limit.ts'

/** Requests per rolling 60 s: contract 4, unless the settings of the instance say otherwise. */
const LIMITS = {
  api_key: createRollingLimit(DEFAULT_SETTINGS.api_key_limit),
  oauth: createRollingLimit(DEFAULT_SETTINGS.app_limit),
}

/**
 * Takes one request out of a rolling minute. `counted_as` is the API key, or the app in the account (decision 0004).
 * @returns the `RateLimit-*` headers; for a refused request, also the seconds until the next one is accepted
 */
export function takeRequest(
  kind: keyof typeof LIMITS,
  counted_as: string,
  now: number,
): { headers: Record<string, string>; retry_after?: number } {
  const { api_key_limit, app_limit } = latestInstanceSettings()
  const { retry_after, ...taken } = LIMITS[kind].take(counted_as, now, kind === 'api_key' ? api_key_limit : app_limit)
  const headers = headersOf(taken)
  return retry_after === undefined ? { headers } : { headers, retry_after }
}

const headersOf = ({ limit, remaining, reset }: Taken) => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
})
