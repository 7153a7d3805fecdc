import { invalid } from '../../../core/errors.ts'
import { outbound } from '../../../core/outbound.ts'
import { UnsafeUrlError } from '../../../lib/net/safe-fetch.ts'

/** Throws invalid for an address that nothing may be posted to. It is looked at again with every attempt. */
export async function checkUrl(url: string, name = 'url'): Promise<void> {
  try {
    await outbound().assertPublicUrl(url)
  } catch (error) {
    if (!(error instanceof UnsafeUrlError)) throw error
    throw invalid(`${name} is not a publicly reachable http(s) address`)
  }
}
