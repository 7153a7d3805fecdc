import { useSyncExternalStore } from 'react'

/**
 * Returns true if this browser supports passkeys on this page, which needs HTTPS or localhost. Undefined on the server and until the
 * browser was asked: no page may say yet that it has none.
 */
export const useHasPasskeys = (): boolean | undefined =>
  useSyncExternalStore(noChange, hasPasskeys, (): boolean | undefined => undefined)

// The same test as in @simplewebauthn/browser, which is loaded when a passkey is used.
const hasPasskeys = (): boolean | undefined => typeof globalThis.PublicKeyCredential === 'function'
const noChange = () => () => undefined
