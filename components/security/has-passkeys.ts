import { useSyncExternalStore } from 'react'

/**
 * Returns true if this browser supports passkeys on this page, which needs HTTPS or localhost. Undefined on the server and during
 * hydration, when pages must not claim that passkeys are unsupported.
 */
export const useHasPasskeys = (): boolean | undefined =>
  useSyncExternalStore(noChange, hasPasskeys, (): boolean | undefined => undefined)

// Same test as in @simplewebauthn/browser, which is only loaded when a passkey is used.
const hasPasskeys = (): boolean | undefined => typeof globalThis.PublicKeyCredential === 'function'
const noChange = () => () => undefined
