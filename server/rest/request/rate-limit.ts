import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { exchangeCounts } from '../../core/limits/exchange.ts'
import { SharedLimit } from '../../core/limits/shared-limit.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import type { Taken } from '../../lib/concurrency/rolling-limit.ts'

const limits = processSingleton('API limits', () => new SharedLimit({ exchange: exchangeCounts }))

/**
 * Takes one request from a rolling minute of all processes (contract 4, or the settings of the instance). `counted_as`: the API key, or the
 * app in the account (decision 0004). @returns the `RateLimit-*` headers; for a refused request, also the seconds until the next is
 * accepted
 */
export async function takeRequest(
  kind: 'api_key' | 'oauth',
  counted_as: string,
  now: number,
): Promise<{ headers: Record<string, string>; retry_after?: number }> {
  const { api_key_limit, app_limit } = latestInstanceSettings()
  // Most requests need neither the database nor a turn of the event loop.
  const decision = limits.take(`${kind} ${counted_as}`, now, kind === 'api_key' ? api_key_limit : app_limit)
  const { retry_after, ...taken } = decision instanceof Promise ? await decision : decision
  const headers = headersOf(taken)
  return retry_after === undefined ? { headers } : { headers, retry_after }
}

const headersOf = ({ limit, remaining, reset }: Taken) => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
})
