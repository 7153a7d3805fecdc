import type { FactKind } from './provider.ts'

/**
 * Classifies a bounce that the provider calls permanent. It is only about the mailbox if its enhanced status code (RFC 3463) says so
 * or is missing: policy (5.7), the system (5.3), a message that is too large (5.2.3), a full mailbox (5.2.2) and codes of temporary errors
 * say nothing against the address.
 */
export function permanentKind(...texts: readonly (string | undefined)[]): FactKind {
  for (const text of texts) {
    const [, code] = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?:[^\d.]|$)/.exec(text?.slice(0, 1_000) ?? '') ?? []
    if (!code) continue
    if (/^5\.[37]\.|^5\.2\.3$/.test(code)) return 'blocked'
    return /^[24]\.|^5\.2\.2$/.test(code) ? 'soft' : 'hard'
  }
  return 'hard'
}
