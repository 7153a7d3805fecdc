import { useEffect } from 'react'

/** Asks before the tab closes while changes are not saved. */
export function useUnsavedWarning(is_unsaved: boolean): void {
  useEffect(() => {
    if (!is_unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [is_unsaved])
}
