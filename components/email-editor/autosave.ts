'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { isPassing } from '@/components/request-error'
import { SaveQueue } from './save-queue'

const unreached = () =>
  'The server can’t be reached. Your changes stay on this page and are saved as soon as it answers.'

export type SaveState = 'saved' | 'dirty' | 'saving' | 'failed'

const PAUSE_MS = 700
const RETRY_MS = 5_000

/**
 * Saves changes shortly after the last keystroke, one request at a time. `flush` resolves when all changes are stored and throws when
 * saving fails. While the server is not reached, saving is tried again every five seconds and when the connection is back. `store` must
 * be stable between renders.
 */
export function useAutosave<Change extends object>(store: (change: Partial<Change>) => Promise<unknown>) {
  const queue = useMemo(() => new SaveQueue<Change>(store), [store])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<SaveState>('saved')
  const [problem, setProblem] = useState<string>()

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    // A problem is shown until something is saved, not between two attempts.
    if (queue.is_pending) setState((shown) => (shown === 'failed' ? shown : 'saving'))
    try {
      await queue.flush()
      setProblem(undefined)
      setState(queue.is_pending ? 'dirty' : 'saved')
    } catch (error) {
      const again = isPassing(error)
      setProblem(again ? unreached() : errorText(error))
      setState('failed')
      if (again) timer.current = setTimeout(() => void save().catch(() => undefined), RETRY_MS)
      throw error
    }
  }, [queue])

  const has_changed = useRef(false)
  const change = useCallback(
    (part: Partial<Change>) => {
      has_changed.current = true
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
    const resume = () => {
      if (queue.is_pending) void save().catch(() => undefined)
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', resume)
      void save()
        .catch(() => undefined)
        .finally(() => clearTimeout(timer.current))
    }
  }, [queue, save])

  return { change, has_changed, flush: save, state, problem }
}
