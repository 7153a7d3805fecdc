import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 48rem)'

/** Returns true if the screen is wide enough for the canvas and desktop layouts. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}
