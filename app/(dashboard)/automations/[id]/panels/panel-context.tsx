'use client'

import { createContext, type ReactNode, use } from 'react'
import type { NameOf } from '../../graph/words'
import type { Choices } from '../../use-names'

interface PanelData {
  automation_id: number
  /** A version exists, so there are results. */
  is_published: boolean
  choices: Choices
  nameOf: NameOf
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
