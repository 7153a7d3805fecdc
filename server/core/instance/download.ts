import type { SafeResponse } from '../../lib/net/safe-fetch.ts'
import { countedFetch } from './outbound-calls.ts'

const TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 3

/** Loads a file that a user names by its address. Follows redirects, checking each through the guard. */
export async function download(
  address: string,
  { headers, max_bytes }: { headers: Record<string, string>; max_bytes: number },
): Promise<SafeResponse> {
  for (let url = address, redirects = 0; ; redirects++) {
    const answer = await countedFetch({ kind: 'link_check' }, url, { headers, timeout_ms: TIMEOUT_MS, max_bytes })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || !location || redirects === MAX_REDIRECTS) return answer
    url = new URL(location, url).href
  }
}
