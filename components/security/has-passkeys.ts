import { useSyncExternalStore } from 'react'

/** Whether this browser has passkeys here. False on the server, and on pages without HTTPS that are not on localhost. */
export const useHasPasskeys = (): boolean => useSyncExternalStore(noChange, hasPasskeys, () => false)

// As @simplewebauthn/browser asks it, which is loaded when a passkey is used.
const hasPasskeys = () => typeof globalThis.PublicKeyCredential === 'function'
const noChange = () => () => undefined
