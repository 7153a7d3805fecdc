'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { SaveQueue } from './save-queue'

export type SaveState = 'saved' | 'dirty' | 'saving' | 'failed'

const PAUSE_MS = 700

/**
 * Saves changes shortly after the last keystroke, one request at a time. `flush` resolves when all changes are stored and throws when saving fails. `store` must be stable between renders.
 */
export function useAutosave<Change extends object>(store: (change: Partial<Change>) => Promise<unknown>) {
  const queue = useMemo(() => new SaveQueue<Change>(store), [store])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<SaveState>('saved')
  const [problem, setProblem] = useState<string>()

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    if (queue.is_pending) setState('saving')
    try {
      await queue.flush()
      setProblem(undefined)
      setState(queue.is_pending ? 'dirty' : 'saved')
    } catch (error) {
      setProblem((error as Error).message)
      setState('failed')
      throw error
    }
  }, [queue])

  const change = useCallback(
    (part: Partial<Change>) => {
      queue.add(part)
      setState('dirty')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save().catch(() => undefined), PAUSE_MS)
    },
    [queue, save],
  )

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.is_pending) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void save().catch(() => undefined)
    }
  }, [queue, save])

  return { change, flush: save, state, problem }
}
