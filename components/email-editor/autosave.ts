'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

export type SaveState = 'saved' | 'dirty' | 'saving' | 'failed'

const PAUSE_MS = 700

/**
 * Saves changes shortly after the last keystroke, one request at a time. `flush` resolves when all changes are stored and throws when saving fails. `store` must be stable between renders.
 */
export function useAutosave<Change extends object>(store: (change: Partial<Change>) => Promise<unknown>) {
  const pending = useRef<Partial<Change>>({})
  const running = useRef<Promise<void>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<SaveState>('saved')
  const [problem, setProblem] = useState<string>()

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    await running.current?.catch(() => undefined)
    const change = pending.current
    if (Object.keys(change).length === 0) return
    pending.current = {}
    setState('saving')
    running.current = store(change).then(
      () => {
        setProblem(undefined)
        setState(Object.keys(pending.current).length > 0 ? 'dirty' : 'saved')
      },
      (error: Error) => {
        // Newer changes override those that failed to save.
        pending.current = { ...change, ...pending.current }
        setProblem(error.message)
        setState('failed')
        throw error
      },
    )
    await running.current
  }, [store])

  const change = useCallback(
    (part: Partial<Change>) => {
      pending.current = { ...pending.current, ...part }
      setState('dirty')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save().catch(() => undefined), PAUSE_MS)
    },
    [save],
  )

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (Object.keys(pending.current).length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void save().catch(() => undefined)
    }
  }, [save])

  return { change, flush: save, state, problem }
}
