import { useEffect, useRef, useState } from 'react'
import { roughly } from './roughly'

/** How far the file was read says more about its length than the guess from its beginning. */
export function totalOf({
  done_rows,
  progress,
  total_rows,
}: {
  done_rows: number
  progress: number
  total_rows: number | null
}): number {
  if (progress > 0.02 && progress < 1) return Math.max(done_rows, roughly(done_rows / progress))
  return Math.max(done_rows, total_rows ?? 0)
}

const WINDOW_MS = 10_000

/** Rows in a second over the last ten. */
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
