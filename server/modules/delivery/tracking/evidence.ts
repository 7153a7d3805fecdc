import { isbot } from 'isbot'
import { isDataCenter } from '../../../lib/data-centers/data-center.ts'
import type { Evidence } from '../schema.ts'

/** Request data that identifies machines. */
export interface Visitor {
  method: string
  /** The client address, which is not stored. */
  ip: string
  user_agent: string | null
  /** `Sec-Purpose`, `Purpose` or `X-Moz`: sent with prefetch requests. */
  purpose: string | null
}

/**
 * Image proxies of mailbox providers and mail apps without a browser's user agent. They load images when the subscriber opens the email.
 */
const MAIL_APPS = /GoogleImageProxy|YahooMailProxy|^Outlook-(?:iOS|Android)\b|^Microsoft Office\//i

/** Returns the evidence in a single request. Null for a browser or mail app. */
export function evidenceOf({ method, ip, user_agent, purpose }: Visitor, kind: 'image' | 'link'): Evidence | null {
  if (method === 'HEAD') return 'head_request'
  if (/prefetch|preview|prerender/i.test(purpose ?? '')) return 'prefetch'
  const agent = user_agent?.trim() ?? ''
  if (MAIL_APPS.test(agent)) return null
  if (agent === '' || isbot(agent)) return 'user_agent'
  return isDataCenter(ip, kind) ? 'data_center' : null
}

/** The number of the hidden link. An email's own links start at 1. */
export const TRAP_LINK = 0

/** Number of different links within `BURST_MS` that make a burst. */
const BURST_LINKS = 3
const BURST_MS = 2_000
/** Requests this close to one of the hidden link come from the same machine. */
const TRAP_MS = 10_000

export interface Hit {
  /** The link's number; null for the image. */
  link_number: number | null
  /** Evidence in the request alone. */
  evidence: Evidence | null
  user_agent: string | null
  occurred_at: Date
}

/**
 * Decides which requests for one message came from machines. @param hits oldest first @param accepted time at which the mail server
 * accepted the message; `pending` before that, null if unknown @returns the evidence for each hit; null: by the subscriber
 */
export function findMachines(hits: readonly Hit[], accepted: Date | 'pending' | null): (Evidence | null)[] {
  const clicks = hits.filter(({ link_number }) => link_number !== null)
  const traps = clicks.filter(({ link_number }) => link_number === TRAP_LINK)
  const burst = new Set(clicks.flatMap((_, first) => burstFrom(clicks, first)))
  const isNear = (hit: Hit, others: Iterable<Hit>, ms: number) =>
    [...others].some((other) => Math.abs(+other.occurred_at - +hit.occurred_at) <= ms && isSameVisitor(hit, other))
  return hits.map((hit) => {
    if (hit.evidence) return hit.evidence
    if (accepted === 'pending' || (accepted && hit.occurred_at < accepted)) return 'before_delivery'
    if (isNear(hit, traps, TRAP_MS)) return 'trap_link'
    return burst.has(hit) || isNear(hit, burst, BURST_MS) ? 'burst' : null
  })
}

/** Returns the clicks of a burst that starts with this one, or none. */
function burstFrom(clicks: readonly Hit[], first: number): Hit[] {
  const from = clicks[first]
  if (!from) return []
  const within: Hit[] = []
  for (let at = first; at < clicks.length; at++) {
    const click = clicks[at]
    if (!click || +click.occurred_at - +from.occurred_at > BURST_MS) break
    within.push(click)
  }
  return new Set(within.map(({ link_number }) => link_number)).size >= BURST_LINKS ? within : []
}

const isSameVisitor = (a: Hit, b: Hit) => a.user_agent === b.user_agent
