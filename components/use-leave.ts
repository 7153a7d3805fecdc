import { useEffect, useRef } from 'react'

/** Calls `leave` when the component is unmounted for good, unlike React's test unmounts in development. */
export function useLeave(leave: () => void): void {
  const latest = useRef(leave)
  const isMounted = useRef(false)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      setTimeout(() => {
        if (!isMounted.current) latest.current()
      })
    }
  }, [])
}
