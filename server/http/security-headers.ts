/**
 * Returns headers of every response: pages, /v4, assets, redirects and errors. Headers that only pages need (CSP, framing) are in proxy.ts and
 * next.config.mjs; a handler that needs something stricter sets it itself.
 */
export function securityHeaders(app_url: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Without includeSubDomains, because other hosts of the domain may not be ours.
    ...(app_url.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
