import { z } from 'zod'
import { isGuessable } from '../../lib/crypto/password-strength.ts'
import { isEmailAddress, normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'

export const UserName = z
  .string()
  .overwrite(singleLine)
  .trim()
  .min(1, 'Enter your name')
  .max(100, 'Use at most 100 characters')

/** RFC 5321 4.5.3.1: maximum path length, without the angle brackets. */
const MAX_ADDRESS = 254

/** The address used to sign in: trimmed and lower case. */
export const SignInAddress = z
  .string()
  .overwrite(normalizeEmailAddress)
  .min(1, 'Enter your email address')
  .max(MAX_ADDRESS, { error: `Use at most ${MAX_ADDRESS} characters`, abort: true })
  .refine((text) => text === '' || isEmailAddress(text), 'Enter an address like name@example.com')

const GUESSABLE = 'This password is too easy to guess. Choose a different one'

export const NewPassword = z
  .string()
  .min(10, { error: 'Use at least 10 characters', abort: true })
  .max(200, { error: 'Use at most 200 characters', abort: true })
  .refine((text) => !isGuessable(text), GUESSABLE)

/** Returns whether the password is guessable only because it contains the user's own name or address. */
export const isOwnName = ({ password, email_address = '', name = '' }: Credentials): boolean =>
  !isGuessable(password) &&
  isGuessable(password, [email_address, email_address.split('@')[0] ?? '', name, name.replace(/\s/g, '')])
interface Credentials {
  password: string
  email_address?: string
  name?: string
}
export const ownNameIssue = { path: ['password'], message: GUESSABLE }

export const SignInInput = z.object({
  email_address: SignInAddress,
  password: z.string().min(1, 'Enter your password').max(1_000, 'Use at most 1000 characters'),
  /** A device token from a password reset, whose user has just proven their address. */
  device: z.string().max(500).optional(),
})
export type SignInInput = z.infer<typeof SignInInput>

export const ResetRequest = z.object({ email_address: SignInAddress })
export type ResetRequest = z.infer<typeof ResetRequest>

export const NewPasswordInput = z.object({ password: NewPassword })
export type NewPasswordInput = z.infer<typeof NewPasswordInput>

/** Token of an emailed link. Accepts text of any length, because invalid tokens lead to the page about stale links. */
export const ByToken = z.object({ token: z.string() })
export type ByToken = z.infer<typeof ByToken>

export const ResetInput = ByToken.extend(NewPasswordInput.shape)
export type ResetInput = z.infer<typeof ResetInput>

export const PasswordChange = z.object({
  current_password: z.string().min(1, 'Enter your current password').max(1_000),
  password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const UserInput = z.object({ name: UserName })
export type UserInput = z.infer<typeof UserInput>

/** A BCP 47 tag. Null: no language of the user's own. */
export const LanguageChoice = z.object({ language: z.string().max(35).nullable() })
export type LanguageChoice = z.infer<typeof LanguageChoice>
export const STALE_LINK = 'This link was already used or has expired'

/** A signed-in browser. */
export interface SessionView {
  id: string
  /** "Firefox on Linux" */
  device: string
  ip: string | null
  created_at: string
  last_seen_at: string
  is_current: boolean
}

export interface UserView {
  id: number
  name: string | null
  email_address: string
  /** False for users who only sign in through Google or GitHub. */
  has_password: boolean
  /** Providers that the user can sign in with. */
  providers: string[]
}

export const SIGN_IN_SUSPENDED =
  'Your account is suspended. Its owner was emailed the reason. Contact the administrator of this instance.'
