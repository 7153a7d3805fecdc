import { z } from 'zod'
import { Id } from '../../core/wire.ts'

/** Parameters of an install link. An invalid `return_to` is ignored later, so any text is accepted here. */
export const InstallLink = z.object({ app_id: Id, return_to: z.string().max(10_000).nullish() })
export type InstallLink = z.infer<typeof InstallLink>

export const InstallInput = InstallLink.extend({ account_id: Id })
export type InstallInput = z.infer<typeof InstallInput>

/** Query that the app's own server adds when it sends the creator back (contract 10.3). */
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
  /** Name of the account that developed the app. */
  developer: string
  /** True if an administrator of this instance reviewed and published it. */
  is_published: boolean
}

/** The offer shown to the creator: the app, its permissions, and where it can be installed. */
export interface InstallOffer {
  app: AppSummary
  /** Host of the app's own sign-in, if its plugins need one. */
  partner_host: string | null
  /** Host of the app's page that requests access. Null: it needs none. */
  access_host: string | null
  plugins: { kind: string; name: string }[]
  /** Host that the creator is redirected to at the end. */
  return_host: string | null
  /** Accounts of the user, the selected one first. */
  accounts: { id: number; name: string; role: string; may_install: boolean; is_installed: boolean }[]
}

/** The next URL, or the reason why the sign-in at the app failed. */
export type PartnerOutcome =
  | { url: string }
  | { problem: 'stale' }
  | { problem: 'refused' | 'unreachable'; app: { id: number; name: string } }

/** Result of an installation when the app sends the creator back. */
export type InstallOutcome =
  | { state: 'return'; url: string }
  | { state: 'installed'; app: AppSummary; after_install_url: string | null; settings_url: string | null }
  | { state: 'unfinished' | 'none'; app: AppSummary }

/** Null: an account is created for the test. */
export const NewTest = z.object({ app_id: Id, account_id: Id.nullable() })
export type NewTest = z.infer<typeof NewTest>

export const ByTest = z.object({ app_id: Id, account_id: Id })
export type ByTest = z.infer<typeof ByTest>
