import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { somethingWentWrong } from '@/components/error-text'

export type PasskeyRequest = Parameters<typeof startAuthentication>[0]['optionsJSON']
export type PasskeyOffer = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Asks for one of the user’s passkeys. Throws an error with a message for the user. */
export const askForPasskey = (optionsJSON: PasskeyRequest) => inWords(startAuthentication({ optionsJSON }))

/** Creates a passkey. Throws an error with a message for the user. */
export const createPasskey = (optionsJSON: PasskeyOffer) => inWords(startRegistration({ optionsJSON }))

/** Offers passkeys in the autofill of the input with `autocomplete="username webauthn"`. Undefined: none was chosen. */
export async function autofillPasskey(optionsJSON: PasskeyRequest) {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  // Aborted because the user typed a password instead or left the page.
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => undefined)
}

export const stopAutofill = () => WebAuthnAbortService.cancelCeremony()

async function inWords<Answer>(ceremony: Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony
  } catch (error) {
    throw new Error(textOf(error), { cause: error })
  }
}

function textOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: somethingWentWrong() }
  if (name === 'NotAllowedError' || name === 'AbortError') return 'The passkey was not used. Try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError') return 'Passkeys work only at the address of this Envoi instance, over HTTPS.'
  return message
}
