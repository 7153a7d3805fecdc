'use client'

import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 48rem)'

/** The drawing needs room; a phone shows the list. */
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
