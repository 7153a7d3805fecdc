'use client'

import { notifyManager } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { RevisedItem } from '@/server/modules/revisions/schema.ts'

const HistorySheet = onDemand(async () => (await import('./history-sheet')).HistorySheet)

interface HistoryButtonProps {
  item: RevisedItem
  /** Saves pending changes before the history is read. */
  flush: () => Promise<void>
  /** Puts back a revision, and gives the page its text. */
  restore: (revision_id: number) => Promise<unknown>
  /** Shows the fields with the text of the page. */
  onRestored: () => void
  /** Draws what a revision has kept, where that is no HTML. */
  draw?: (content: string) => ReactNode
}

/** Opens the earlier texts of a draft. */
export function HistoryButton({ item, flush, restore, onRestored, draw }: HistoryButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <History aria-hidden /> History
      </Button>
      <HistorySheet
        item={item}
        open={open}
        onClose={() => setOpen(false)}
        flush={flush}
        draw={draw}
        restore={async (revision_id) => {
          // What cannot be saved, such as in a conflict, must not be lost.
          await flush()
          await restore(revision_id)
          // The page is told of the new text in this queue.
          await new Promise<void>((resolve) => notifyManager.schedule(resolve))
          onRestored()
        }}
      />
    </>
  )
}
