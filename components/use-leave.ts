import { useEffect, useRef } from 'react'

/** Calls `leave` when the component is gone for good: not when React, in development, unmounts and mounts it to find mistakes. */
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
