import { useEffect, useRef, useState } from 'react'

const WINDOW_MS = 10_000

/** Returns the units per second over the last ten seconds, for a refetched count. */
export function useRate(done: number): number {
  const seen = useRef<{ at: number; done: number }[]>([])
  const [rate, setRate] = useState(0)
  useEffect(() => {
    const at = Date.now()
    seen.current = [...seen.current.filter((one) => at - one.at < WINDOW_MS && one.done <= done), { at, done }]
    const [first] = seen.current
    if (first && at > first.at) setRate(((done - first.done) * 1000) / (at - first.at))
  }, [done])
  return rate
}
