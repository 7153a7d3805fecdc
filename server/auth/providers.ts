import type { Profile } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { env } from '../env.ts'
import { normalizeEmailAddress } from '../lib/text/email-address.ts'
import type { ProviderIdentity } from '../modules/users/sign-in.ts'

export type ProviderName = 'google' | 'github'

export function providerNames(): ProviderName[] {
  const { GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID } = env()
  return [...(GOOGLE_CLIENT_ID ? (['google'] as const) : []), ...(GITHUB_CLIENT_ID ? (['github'] as const) : [])]
}

interface GoogleProfile extends Profile {
  sub: string
  email_verified?: boolean
}
interface GithubProfile extends Profile {
  id: number
  login: string
  /** Loaded by us: the primary address, if GitHub has verified it. */
  verified_email: string | null
}

/** Addresses of the providers. Not a setting, because these addresses decide who signs in. Tests use their own servers. */
export interface ProviderAddresses {
  /** Issuer of OpenID Connect. */
  google: string
  github: string
  github_api: string
}

const ADDRESSES: ProviderAddresses = {
  google: 'https://accounts.google.com',
  github: 'https://github.com',
  github_api: 'https://api.github.com',
}

/** Returns OAuth clients for next-auth, which handles state, nonce and PKCE. */
export function providers(addresses = ADDRESSES): OAuthConfig<Profile>[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = env()
  const known = {
    google: google(addresses, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    github: github(addresses, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
  }
  return providerNames().map((name) => known[name] as OAuthConfig<Profile>)
}

/** Returns the identity that a provider vouches for. */
export function identityOf(provider: string, provider_account_id: string, profile: Profile): ProviderIdentity {
  const address =
    provider === 'google'
      ? (profile as GoogleProfile).email_verified && profile.email
      : (profile as GithubProfile).verified_email
  return {
    provider,
    provider_account_id,
    email_address: address ? normalizeEmailAddress(address) : null,
    name: profile.name?.trim().slice(0, 100) || null,
  }
}

const google = (
  { google: issuer }: ProviderAddresses,
  clientId?: string,
  clientSecret?: string,
): OAuthConfig<GoogleProfile> => ({
  id: 'google',
  name: 'Google',
  type: 'oauth',
  wellKnown: `${issuer}/.well-known/openid-configuration`,
  authorization: { params: { scope: 'openid email profile' } },
  idToken: true,
  checks: ['pkce', 'state', 'nonce'],
  clientId,
  clientSecret,
  profile: ({ sub, name, email }) => ({ id: sub, name, email }),
})

const github = (
  { github: site, github_api }: ProviderAddresses,
  clientId?: string,
  clientSecret?: string,
): OAuthConfig<GithubProfile> => ({
  id: 'github',
  name: 'GitHub',
  type: 'oauth',
  authorization: { url: `${site}/login/oauth/authorize`, params: { scope: 'read:user user:email' } },
  token: `${site}/login/oauth/access_token`,
  userinfo: {
    url: `${github_api}/user`,
    async request({ client, tokens }) {
      const token = tokens.access_token ?? ''
      const profile = await client.userinfo<GithubProfile>(token)
      return { ...profile, verified_email: await verifiedAddress(github_api, token) }
    },
  },
  checks: ['pkce', 'state'],
  clientId,
  clientSecret,
  profile: ({ id, name, login, verified_email }) => ({ id: String(id), name: name ?? login, email: verified_email }),
})

/** Returns the verified address. GitHub's profile may contain an unverified one, but this list marks verified addresses. */
async function verifiedAddress(github_api: string, token: string): Promise<string | null> {
  const response = await fetch(`${github_api}/user/emails`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) return null
  const addresses = (await response.json()) as { email: string; primary: boolean; verified: boolean }[]
  return addresses.find(({ primary, verified }) => primary && verified)?.email ?? null
}
