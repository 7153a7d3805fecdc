import { useSyncExternalStore } from 'react'

/** Whether the browser has no connection at all. The server can be out of reach with one, too: then requests fail. */
export const useOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
