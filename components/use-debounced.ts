import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for a while, so not every keystroke sends a request. */
export function useDebounced<Value>(value: Value, pause_ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause_ms)
    return () => clearTimeout(timer)
  }, [value, pause_ms])
  return settled
}
