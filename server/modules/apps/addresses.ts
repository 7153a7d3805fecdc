import { invalid } from '../../core/errors.ts'
import { outbound } from '../../core/outbound.ts'
import { UnsafeUrlError } from '../../lib/net/safe-fetch.ts'
import { ADDRESSES, type AddressField } from './develop-schema.ts'

/** Those that this server itself calls; to the others a browser goes. */
const CALLED_BY_SERVER = [
  'revoke_url',
  'webhook_url',
  'plugin_token_url',
  'plugin_refresh_url',
  'plugin_revoke_url',
] as const

/**
 * Whether this server may call what a change brings (W6); it is asked again before every call. One that stays as it is is not
 * looked up again. Throws invalid, each message beginning with the address's name.
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

/** Why this server would not call the address. */
export async function callProblem(url: string): Promise<string | undefined> {
  try {
    await outbound().assertPublicUrl(url)
    return undefined
  } catch (error) {
    if (error instanceof UnsafeUrlError) return error.message
    throw error
  }
}
