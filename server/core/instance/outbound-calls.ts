import { database } from '../../db/client.ts'
import type { Expired } from '../../db/purge.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import type { SafeFetch, SafeResponse } from '../../lib/net/safe-fetch.ts'
import { outbound } from '../outbound.ts'

// Counts requests to other servers by hour and host, for administrators. Processes add their counts every few seconds, as in figures.ts.

/**
 * `app`: steps, blocks and pickers of an app. `sign_in`: tokens of an app. `callback`: the end of a bulk request. `link_check`: links and
 * images of an email, of any host. `bounce_intake`: a provider's certificates and confirmations. `usage_report`: the billing service.
 * `checkout`: a shop's API.
 */
export interface OutboundCall {
  kind: 'app' | 'sign_in' | 'callback' | 'link_check' | 'bounce_intake' | 'usage_report' | 'checkout'
  /** The called app. */
  app_id?: number
}

interface Counts {
  kind: string
  app_id: number
  host: string
  calls: number
  failures: number
  last_error: string | null
}

/** Maximum hosts that a process counts between two writes; further ones are counted together. Callbacks can go to any host. */
const MAX_KEYS = 1_000
const OTHERS = '*'

const counted = processSingleton('outbound calls', () => ({ counts: new Map<string, Counts>() }))

/** Sends and counts a request to another server. No response, status 429 and 5xx count as failures. */
export async function countedFetch(
  call: OutboundCall,
  url: string,
  request: Parameters<SafeFetch['fetch']>[1],
): Promise<SafeResponse> {
  try {
    const answer = await outbound().fetch(url, request)
    const { status } = answer
    count(call, url, status === 429 || status >= 500 ? `Status ${status}` : null)
    return answer
  } catch (error) {
    // The message may contain the URL, in which some apps put secrets.
    const { code, name } = error as NodeJS.ErrnoException
    count(call, url, name === 'TimeoutError' ? 'No answer in time' : (code ?? name))
    throw error
  }
}

function count({ kind, app_id = 0 }: OutboundCall, url: string, problem: string | null): void {
  const { counts } = counted
  // Emails link to too many hosts to list.
  const named = URL.canParse(url) && kind !== 'link_check' ? new URL(url).host.slice(0, 255) : OTHERS
  const host = counts.size < MAX_KEYS || counts.has(`${kind} ${app_id} ${named}`) ? named : OTHERS
  const key = `${kind} ${app_id} ${host}`
  const known = counts.get(key) ?? { kind, app_id, host, calls: 0, failures: 0, last_error: null }
  counts.set(key, known)
  known.calls += 1
  if (problem === null) return
  known.failures += 1
  known.last_error = problem.slice(0, 200)
}

/** Adds this process's counts to the current hour. Counts that cannot be written wait for the next call. */
export async function writeCalls(now: Date): Promise<void> {
  const { counts } = counted
  counted.counts = new Map()
  if (counts.size === 0) return
  try {
    // In a fixed order, so statements of two processes do not deadlock.
    await database().pool.query(
      `insert into outbound_hour as h (hour, kind, app_id, host, calls, failures, last_error)
       select date_trunc('hour', $2::timestamptz, 'UTC'), kind, app_id, host, calls, failures, last_error
       from jsonb_to_recordset($1::jsonb) as v(kind text, app_id int, host text, calls int, failures int, last_error text)
       order by kind, app_id, host
       on conflict (hour, kind, app_id, host) do update set calls = h.calls + excluded.calls,
         failures = h.failures + excluded.failures, last_error = coalesce(excluded.last_error, h.last_error)`,
      [JSON.stringify([...counts.values()]), now],
    )
  } catch (error) {
    for (const [key, lost] of counts) {
      const known = counted.counts.get(key)
      if (!known) counted.counts.set(key, lost)
      else {
        known.calls += lost.calls
        known.failures += lost.failures
        known.last_error ??= lost.last_error
      }
    }
    throw error
  }
}

export const EXPIRED_CALLS: readonly Expired[] = [{ table: 'outbound_hour', where: 'hour < $1', kept_days: 30 }]
