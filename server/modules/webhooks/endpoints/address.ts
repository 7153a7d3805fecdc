import { invalid } from '../../../core/errors.ts'
import { outbound } from '../../../core/outbound.ts'
import { t } from '../../../lib/locale/texts.ts'
import { UnsafeUrlError } from '../../../lib/net/safe-fetch.ts'

/** Throws invalid for an address that must not be called. Every attempt checks it again. */
export async function checkUrl(url: string, name = 'url'): Promise<void> {
  try {
    await outbound().assertPublicUrl(url)
  } catch (error) {
    if (!(error instanceof UnsafeUrlError)) throw error
    throw invalid(t`${name} is not a publicly reachable http(s) address`)
  }
}
