import { invalid } from '../../core/errors.ts'
import { outbound } from '../../core/outbound.ts'
import { UnsafeUrlError } from '../../lib/net/safe-fetch.ts'
import { ADDRESSES, type AddressField } from './values-schema.ts'

/** URLs that this server requests itself. A browser opens the others. */
const CALLED_BY_SERVER = [
  'revoke_url',
  'webhook_url',
  'plugin_token_url',
  'plugin_refresh_url',
  'plugin_revoke_url',
] as const

/**
 * Checks that this server may request the URLs set by a change (W6). They are checked again before each request. Throws invalid; each
 * message begins with the URL's label.
 */
export async function checkAddresses(
  app: Record<AddressField, string | null>,
  change: Partial<Record<AddressField, string | null>>,
): Promise<void> {
  const changed = CALLED_BY_SERVER.filter((field) => change[field] && change[field] !== app[field])
  const problems = await Promise.all(
    changed.map(async (field) => {
      const problem = await callProblem(change[field] ?? '')
      return problem ? [`${ADDRESSES[field]}: ${problem}`] : []
    }),
  )
  if (problems.flat().length > 0) throw invalid(problems.flat())
}

/** Returns the reason why this server must not request the URL, or undefined. */
export async function callProblem(url: string): Promise<string | undefined> {
  try {
    await outbound().assertPublicUrl(url)
    return undefined
  } catch (error) {
    if (error instanceof UnsafeUrlError) return error.message
    throw error
  }
}
