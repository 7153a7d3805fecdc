'use client'

import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import type { NamedKind, NameOf } from '../../graph/words'

interface PanelData {
  automation_id: number
  /** A version exists, so there are results. */
  is_published: boolean
  nameOf: NameOf
  /** Names what was just chosen or created. */
  remember: (kind: NamedKind, id: number, name: string) => void
  /** Ids for new branches and triggers. */
  newId: () => string
}

interface Completeness {
  /** Someone tried to publish, so fields say what is missing. */
  is_marked: boolean
  /** Returns whether everything shown is complete. Otherwise it marks what is not, and goes to the first field or note. */
  requireComplete: () => boolean
  /** Counts something as incomplete until the returned function is called. */
  addIncomplete: () => () => void
}

/** Marks the notes that take the focus where no field does. */
export const INCOMPLETE_NOTE = 'data-incomplete'

const Panel = createContext<(PanelData & Completeness) | null>(null)

/** Shares the data that the fields of all steps and triggers need. */
export function PanelProvider({ children, ...data }: PanelData & { children: ReactNode }) {
  const incomplete = useRef(0)
  const [attempts, setAttempts] = useState(0)
  const requireComplete = useCallback(() => {
    if (incomplete.current === 0) return true
    setAttempts((count) => count + 1)
    return false
  }, [])
  const addIncomplete = useCallback(() => {
    incomplete.current++
    return () => {
      incomplete.current--
      if (incomplete.current === 0) setAttempts(0)
    }
  }, [])
  useEffect(() => {
    if (attempts === 0) return
    const first = (marked: string) => document.querySelector<HTMLElement>(`main [${marked}]`)
    const place = first('aria-invalid=true') ?? first(INCOMPLETE_NOTE)
    place?.focus()
  }, [attempts])
  return <Panel value={{ ...data, is_marked: attempts > 0, requireComplete, addIncomplete }}>{children}</Panel>
}

export function usePanel() {
  const data = use(Panel)
  if (!data) throw new Error('Fields of a step are shown inside PanelProvider')
  return data
}

/** Keeps the automation from being published while this is incomplete, because it would be left out. Returns whether to say so. */
export function useIncomplete(is_incomplete: boolean): boolean {
  const { addIncomplete, is_marked } = usePanel()
  useEffect(() => (is_incomplete ? addIncomplete() : undefined), [is_incomplete, addIncomplete])
  return is_incomplete && is_marked
}
