import { z } from 'zod'
import { Id } from '../../core/wire.ts'

/** What an install link holds. A `return_to` that is not one of the app's is ignored later, so here it may be anything. */
export const InstallLink = z.object({ app_id: Id, return_to: z.string().max(10_000).nullish() })
export type InstallLink = z.infer<typeof InstallLink>

export const InstallInput = InstallLink.extend({ account_id: Id })
export type InstallInput = z.infer<typeof InstallInput>

/** What the app's own server sends a creator back with: contract 10.3. */
export const PartnerAnswer = z.object({
  state: z.string().max(16_384),
  code: z.string().max(16_384).nullish(),
  error: z.string().max(16_384).nullish(),
})
export type PartnerAnswer = z.infer<typeof PartnerAnswer>

export const ByApp = z.object({ app_id: Id })
export const ByInstallation = z.object({ installation_id: Id })

export interface AppSummary {
  id: number
  name: string
  tagline: string
  logo_url: string | null
  /** The account that made it. */
  developer: string
  /** Whether somebody of this instance has looked at it. */
  is_published: boolean
}

/** What a creator decides about: who the app is, what it will get, and where it can be installed. */
export interface InstallOffer {
  app: AppSummary
  /** Host of the app's own log-in, for plugins that need one. */
  partner_host: string | null
  /** Host of the app's page that asks for access to the account; without one the app gets none. */
  access_host: string | null
  plugins: { kind: string; name: string }[]
  /** Where the creator goes on to in the end. */
  return_host: string | null
  /** The person's accounts, the open one first. */
  accounts: { id: number; name: string; role: string; may_install: boolean; is_installed: boolean }[]
}

/** Where to go next, or why the app's log-in did not work out. */
export type PartnerOutcome =
  | { url: string }
  | { problem: 'stale' }
  | { problem: 'refused' | 'unreachable'; app: { id: number; name: string } }

/** What became of an installation when the app sends the creator back. */
export type InstallOutcome =
  | { state: 'return'; url: string }
  | { state: 'installed'; app: AppSummary; after_install_url: string | null; settings_url: string | null }
  | { state: 'unfinished' | 'none'; app: AppSummary }
