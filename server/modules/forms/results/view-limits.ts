import type { Source } from '../../../core/context.ts'
import { createRollingLimit } from '../../../lib/concurrency/rolling-limit.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import { limitedAs } from '../../../lib/net/client-address.ts'
import { formUrl } from '../service.ts'

// Decides which views are counted. In memory, like the views themselves (decision 0018): a flood asks no database. Only a digest of a
// visitor is remembered.

/** Views of one form from one source. Many visitors at a workshop share a source, and one browser counts once a day. */
const BY_SOURCE = createRollingLimit(60, 10 * 60_000)

/** A visit to a site and from there to the hosted page. */
const VISIT_MS = 30 * 60_000
const MAX_VISITORS = 20_000

interface LastView {
  is_ours: boolean
  at: number
}

/** The last counted view of each browser and form, the oldest first. */
const visitors = new Map<string, LastView>()

/**
 * Returns whether a view is to be counted. A browser keeps which forms it has seen for each site, so a visitor whom a site shows a form,
 * and then our frame or hosted page shows the same form, is recognized here.
 */
export function isCountedView(
  { uid, page, source }: { uid: string; page: string | null; source: Source },
  now: number,
): boolean {
  const key = sha256Hex(JSON.stringify([uid, limitedAs(source), source.user_agent]))
  const is_ours = page?.startsWith(formUrl(uid)) ?? false
  const last = visitors.get(key)
  // The clock may have been set back.
  const isSameVisit = last !== undefined && Math.abs(now - last.at) < VISIT_MS
  if (isSameVisit && last.is_ours !== is_ours) return false
  if (BY_SOURCE.take(`${uid} ${limitedAs(source)}`, now).retry_after !== undefined) return false
  visitors.delete(key)
  visitors.set(key, { is_ours, at: now })
  if (visitors.size > MAX_VISITORS) visitors.delete(visitors.keys().next().value as string)
  return true
}
