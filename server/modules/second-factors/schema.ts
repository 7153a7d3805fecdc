import { z } from 'zod'
import { singleLine } from '../../lib/text/single-line.ts'

/** Six digits. Spaces are ignored, because apps show "123 456". */
export const Code = z
  .string()
  .max(20, 'Enter the 6 digits that your app shows')
  .overwrite((text) => text.replace(/\s/g, ''))
  .regex(/^\d{6}$/, 'Enter the 6 digits that your app shows')

const MAX_TYPED = 40

/** A code as printed or typed by hand, so case, spaces and hyphens do not matter. */
export const RecoveryCodeText = z
  .string()
  .min(1, 'Enter a recovery code')
  .max(MAX_TYPED, 'Enter one recovery code, such as 7k2mq-x9t4c')

/** Base64url data of a browser's WebAuthn API. */
const data = (max: number) => z.string().max(max)
const CREDENTIAL_ID = data(1_400)
const Extensions = z.looseObject({}).default({})

/** Answer of `navigator.credentials.get`, as JSON. */
export const PasskeyAnswer = z.object({
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: data(4_000),
    authenticatorData: data(4_000),
    signature: data(4_000),
    userHandle: data(400).optional(),
  }),
  clientExtensionResults: Extensions,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** Answer of `navigator.credentials.create`, as JSON. */
export const NewPasskey = z.object({
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: data(4_000),
    attestationObject: data(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults: Extensions,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
})

export const PasskeyName = z
  .string()
  .overwrite(singleLine)
  .trim()
  .min(1, 'Give the passkey a name')
  .max(60, 'Use at most 60 characters')

export const NewPasskeyInput = z.object({ name: PasskeyName, passkey: NewPasskey })
export type NewPasskeyInput = z.infer<typeof NewPasskeyInput>

export const ByPasskey = z.object({ id: CREDENTIAL_ID })
export const PasskeyNameInput = z.object({ name: PasskeyName })
export const PasskeyRename = PasskeyNameInput.extend({ id: CREDENTIAL_ID })
export type PasskeyRename = z.infer<typeof PasskeyRename>

export const NewAuthenticatorInput = z.object({ enrollment: z.string().max(2_000), code: Code })
export type NewAuthenticatorInput = z.infer<typeof NewAuthenticatorInput>

export const ByCode = z.object({ code: Code })
export const ByRecoveryCode = z.object({ recovery_code: RecoveryCodeText })

/** Proof of a second factor, by one of three methods. */
export const SecondFactorProof = z.union([ByCode, ByRecoveryCode, z.object({ passkey: PasskeyAnswer })])
export type SecondFactorProof = z.infer<typeof SecondFactorProof>

/** Proof of a signed-in user's identity. */
export const IdentityProof = z.union([
  z.object({ password: z.string().min(1, 'Enter your password').max(1_000, 'Use at most 1000 characters') }),
  ByCode,
  z.object({ passkey: PasskeyAnswer }),
])
export type IdentityProof = z.infer<typeof IdentityProof>

export const WRONG_CODE = 'Wrong code. Enter the code that your app shows now. Each code works once'
export const WRONG_RECOVERY_CODE = 'This is not one of your unused recovery codes'
export const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or use another way'
export const EXPIRED_SIGN_IN_STEP = 'This sign-in took too long. Sign in again'

export interface PasskeyView {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}

export interface SecurityOverview {
  authenticator: { created_at: string; last_used_at: string | null } | null
  passkeys: PasskeyView[]
  recovery_codes_left: number
  /** Names of the accounts that require a second factor of the user, and of the instance if it requires one of its administrators. */
  required_by: string[]
}

/** A secret to enroll. Shown once. */
export interface AuthenticatorOffer {
  /** Base32, in groups of four. */
  secret: string
  /** Inline SVG of the QR code. */
  qr_code: string
  /** Encrypted; returned with the first code. */
  enrollment: string
}

/** Methods by which a user can confirm their identity. */
export interface ProofMethods {
  has_password: boolean
  has_authenticator: boolean
  has_passkey: boolean
  has_recovery_codes: boolean
}
