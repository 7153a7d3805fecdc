'use client'

import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 48rem)'

/** Whether there is room for drawings and for pages as a desktop shows them; a phone has none. */
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
