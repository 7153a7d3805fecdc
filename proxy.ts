import { type NextRequest, NextResponse } from 'next/server'

/**
 * A content security policy for every page: only scripts that carry this answer's nonce run (S3). Images may come
 * from anywhere, because emails show them; styles may be inline, as in emails.
 */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${IN_DEVELOPMENT ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    'img-src * data: blob:',
    "font-src 'self' data:",
    `connect-src 'self'${IN_DEVELOPMENT ? ' ws:' : ''}`,
    "frame-src 'self'",
    "frame-ancestors 'none'",
    `form-action ${formTargets(request)}`,
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  // Layouts do not know the address; after sign-in the user is redirected back to it.
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search)
  // Next reads the nonce from here and puts it on the scripts that it writes.
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

/**
 * Forms post to us alone. The consent page's form does too, but its answer leads to the app, and on from there: browsers hold the
 * whole way against this rule, so it can only name schemes (decision 0024). The page has checked the address itself.
 */
function formTargets({ nextUrl: { pathname, searchParams } }: NextRequest): string {
  if (pathname !== '/oauth/consent') return "'self'"
  const asked = new URLSearchParams(Buffer.from(searchParams.get('request') ?? '', 'base64url').toString())
  const [scheme = ''] = /^[a-z][a-z0-9.+-]*:/.exec(asked.get('redirect_uri') ?? '') ?? []
  return [...new Set(["'self'", 'https:', scheme])].join(' ').trim()
}

const IN_DEVELOPMENT = process.env.NODE_ENV === 'development'

export const config = {
  // Prefetched pages too: a header of the request must not decide whether an answer has a policy.
  matcher: ['/((?!api/|_next/static|_next/image|icon.svg).*)'],
}
