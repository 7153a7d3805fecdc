'use client'

import { notifyManager } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { History } from '@/components/generated/icons'
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

/** Opens the earlier texts of a draft. `?revision=12` opens them at that text, 0 at the current one. */
export function HistoryButton({ item, flush, restore, onRestored, draw }: HistoryButtonProps) {
  const [revision, setRevision] = useQueryState('revision', parseAsInteger)
  return (
    <>
      <Button variant="outline" onClick={() => void setRevision(0, { history: 'push' })}>
        <History aria-hidden /> History
      </Button>
      <HistorySheet
        item={item}
        open={revision !== null}
        revision_id={revision}
        onChoose={(id) => void setRevision(id)}
        onClose={() => void setRevision(null)}
        flush={flush}
        draw={draw}
        restore={async (revision_id) => {
          // Stop here if the changes cannot be saved, such as in a conflict: restoring would lose them.
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
