/**
 * Headers of every answer: pages, /v4, assets, redirects and errors. What only pages need (CSP, framing) is in proxy.ts and
 * next.config.mjs; a handler that needs something stricter sets it itself.
 */
export function securityHeaders(app_url: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Without includeSubDomains: other hosts of the domain are not ours to decide about.
    ...(app_url.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
