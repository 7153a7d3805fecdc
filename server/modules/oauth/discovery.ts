import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { SCOPES } from '../../core/scopes.ts'
import { env } from '../../env.ts'

/** RFC 8414, contract 3.5: `GET /.well-known/oauth-authorization-server`. */
export function describeServer() {
  const { BASE_URL, APP_URL } = env()
  return {
    issuer: BASE_URL,
    authorization_endpoint: `${BASE_URL}/v4/oauth/authorize`,
    token_endpoint: `${BASE_URL}/v4/oauth/token`,
    registration_endpoint: `${APP_URL}/oauth/register`,
    revocation_endpoint: `${BASE_URL}/v4/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: METHODS,
    revocation_endpoint_auth_methods_supported: METHODS,
    scopes_supported: SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: latestInstanceSettings().has_client_documents,
    service_documentation: `${BASE_URL}/docs`,
  }
}

/** RFC 9728: `GET /.well-known/oauth-protected-resource`. */
export function describeResource() {
  const { BASE_URL } = env()
  return {
    resource: BASE_URL,
    authorization_servers: [BASE_URL],
    bearer_methods_supported: ['header'],
    scopes_supported: SCOPES,
    resource_documentation: `${BASE_URL}/docs`,
  }
}

const METHODS = ['client_secret_post', 'none']
