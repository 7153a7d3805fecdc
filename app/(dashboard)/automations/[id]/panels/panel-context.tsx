import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import type { NamedKind, NameOf } from '../../graph/words'

interface PanelData {
  automation_id: number
  /** True if a version exists, so there are results. */
  is_published: boolean
  nameOf: NameOf
  /** Records the name of something newly chosen or created. */
  remember: (kind: NamedKind, id: number, name: string) => void
  /** Returns an ID for a new branch or trigger. */
  newId: () => string
}

interface Completeness {
  /** True after an attempt to publish, when fields show what is missing. */
  is_marked: boolean
  /** Returns whether everything shown is complete. If not, marks what is missing and focuses the first such field or note. */
  requireComplete: () => boolean
  /** Counts something as incomplete until the returned function is called. */
  addIncomplete: () => () => void
}

/** Marks notes that get the focus where no field can. */
export const INCOMPLETE_NOTE = 'data-incomplete'

const Panel = createContext<(PanelData & Completeness) | null>(null)

/** Provides data that the fields of all steps and triggers need. */
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

/** Blocks publishing while this is incomplete, because it would be left out. Returns whether to show that. */
export function useIncomplete(is_incomplete: boolean): boolean {
  const { addIncomplete, is_marked } = usePanel()
  useEffect(() => (is_incomplete ? addIncomplete() : undefined), [is_incomplete, addIncomplete])
  return is_incomplete && is_marked
}
