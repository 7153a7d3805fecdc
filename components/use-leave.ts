import { useEffect, useRef } from 'react'

/** Calls `leave` when the component is unmounted for good, unlike React's test unmounts in development. */
export function useLeave(leave: () => void): void {
  const latest = useRef(leave)
  const mounted = useRef(false)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      setTimeout(() => {
        if (!mounted.current) latest.current()
      })
    }
  }, [])
}
