import { useSyncExternalStore } from 'react'

/**
 * Whether this browser has passkeys here: not on pages without HTTPS that are not on localhost. Undefined on the server and until the
 * browser was asked, when no page says that it has none.
 */
export const useHasPasskeys = (): boolean | undefined =>
  useSyncExternalStore(noChange, hasPasskeys, (): boolean | undefined => undefined)

// As @simplewebauthn/browser asks it, which is loaded when a passkey is used.
const hasPasskeys = (): boolean | undefined => typeof globalThis.PublicKeyCredential === 'function'
const noChange = () => () => undefined
