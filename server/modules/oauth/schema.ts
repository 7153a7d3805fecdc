import { z } from 'zod'
import type { Role } from '../../core/context.ts'
import type { Right } from '../../core/scopes.ts'
import { named } from '../../core/wire.ts'

const WebAddress = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text), 'must be a web address')

/** The response to a code or a refresh token (contract 3.2). Unlike elsewhere in the API, `created_at` is in Unix seconds. */
export const TokenAnswer = named('TokenAnswer', {
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
  created_at: z.int(),
})
export type TokenAnswer = z.infer<typeof TokenAnswer>

/** RFC 6749 5.2, plus `errors` as in the rest of the API. */
export const OauthErrorAnswer = z
  .object({ error: z.string(), error_description: z.string(), errors: z.array(z.string()) })
  .meta({
    id: 'OauthError',
    example: { error: 'invalid_grant', error_description: 'The code is unknown', errors: ['The code is unknown'] },
  })

/** Client metadata (RFC 7591, contract 3.4). Unknown members are ignored. */
export const ClientInput = named('OauthClientInput', {
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(20),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.enum(['client_secret_post', 'none']).optional(),
  confidential: z.boolean().optional(),
  scope: z.string().optional(),
  client_uri: WebAddress.optional(),
  logo_uri: WebAddress.optional(),
})
export type ClientInput = z.infer<typeof ClientInput>

/** A registered client. A public client has no secret: both properties are absent (O22). */
export const ClientAnswer = named('OauthClient', {
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_secret: z.string().optional(),
  client_secret_expires_at: z.literal(0).optional(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.enum(['client_secret_post', 'none']),
  scope: z.string(),
  client_uri: z.string().optional(),
  logo_uri: z.string().optional(),
})
export type ClientAnswer = z.infer<typeof ClientAnswer>

/** An account on the consent page. */
export interface ConsentAccount {
  id: number
  name: string
  role: Role
  /** True for admins and owners. */
  may_connect: boolean
  /** The app's present connection: `same` with all requested scopes, `less` with fewer. */
  connected: 'no' | 'same' | 'less'
}

/** Content of the consent page, and the proof that it was shown. */
export interface Consent {
  app: {
    name: string
    logo_url: string | null
    /** Host to which the user is sent. It comes from the redirect URI, which only the app's developer can register. */
    target: string
    /** Host of the document that describes the app and whose address is its client ID. Null: without one. */
    described_at: string | null
    /** Only published apps were reviewed. Others are a developer's own, or self-registered. */
    review_status: 'published' | 'unpublished' | 'self_registered'
  }
  permissions: { right: Right; title: string; detail: string }[]
  tenant_name: string
  /** True if the app is an assistant, which sends nothing without an approval. */
  is_assistant: boolean
  user: { name: string | null; email_address: string }
  accounts: ConsentAccount[]
  /** The preselected account; null if the user may not connect any. */
  chosen_account_id: number | null
  proof: string
}

/** The query of an authorization request, base64url-encoded for the consent page and its form. */
export const ConsentRequest = z.object({ request: z.string() })
