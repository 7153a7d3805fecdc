'use client'

import { createContext, type ReactNode, use } from 'react'
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

const Panel = createContext<PanelData | null>(null)

/** What the fields of all steps and triggers need. */
export function PanelProvider({ children, ...data }: PanelData & { children: ReactNode }) {
  return <Panel value={data}>{children}</Panel>
}

export function usePanel(): PanelData {
  const data = use(Panel)
  if (!data) throw new Error('Fields of a step are shown inside PanelProvider')
  return data
}
