import { clock } from '../../core/clock.ts'
import type { Source } from '../../core/context.ts'
import { rateLimited } from '../../core/errors.ts'
import { createRollingLimit, type RollingLimit } from '../../lib/concurrency/rolling-limit.ts'
import { t } from '../../lib/locale/texts.ts'
import { limitedAs } from '../../lib/net/client-address.ts'
import type { AppRow } from '../apps/store/directory.ts'

// Limits of calls per rolling minute to the token and revocation endpoints. In memory, so a flood does not reach the database (decision
// 0004).

const BY_SOURCE = createRollingLimit(600)
const BY_CONFIDENTIAL_CLIENT = createRollingLimit(600)
const BY_PUBLIC_CLIENT = createRollingLimit(120)

/** Counts a call before its body is read. Throws rate_limited. */
export function countCall(source: Source): void {
  take(BY_SOURCE, limitedAs(source), 'Too many calls from this address')
}

/**
 * Counts a call of an authenticated client. Calls of a public client are counted per source: it has no secret, so anyone can use its name
 * and must not use up the limit of its other users. Throws rate_limited.
 */
export function countClientCall({ id, confidential }: AppRow, source: Source): void {
  const text = 'Too many calls from this client'
  if (confidential) take(BY_CONFIDENTIAL_CLIENT, String(id), text)
  else take(BY_PUBLIC_CLIENT, `${id} ${limitedAs(source)}`, text)
}

function take(limit: RollingLimit, key: string, text: string): void {
  const { retry_after } = limit.take(key, +clock.now())
  if (retry_after === undefined) return
  throw rateLimited(t`${text}. Retry after ${retry_after} seconds`, retry_after)
}
