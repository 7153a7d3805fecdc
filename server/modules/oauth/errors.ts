type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** An error for an OAuth client, with the codes of RFC 6749 5.2 and RFC 7591 3.2.2. The description contains no secrets. */
export class OauthError extends Error {
  override name = 'OauthError'
  readonly error: OauthErrorCode
  readonly status: 400 | 401
  readonly headers: Record<string, string>

  constructor(error: OauthErrorCode, description: string, status: 400 | 401 = 400, headers = {}) {
    super(description)
    this.error = error
    this.status = status
    this.headers = headers
  }
}

export const invalidRequest = (description: string) => new OauthError('invalid_request', description)
export const invalidGrant = (description: string) => new OauthError('invalid_grant', description)
export const invalidScope = (description: string) => new OauthError('invalid_scope', description)
export const invalidClient = (description: string) => new OauthError('invalid_client', description, 401)
export const accessDenied = () => new OauthError('access_denied', 'The user denied access')

/** A client that used the Authorization header receives the name of its scheme (RFC 6749 5.2). */
export const basicNotSupported = () =>
  new OauthError('invalid_client', 'Send client_id and client_secret in the body, not in a header', 401, {
    'WWW-Authenticate': 'Basic realm="oauth"',
  })
