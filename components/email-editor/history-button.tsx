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
  /** Saves pending changes before the history is loaded. */
  flush: () => Promise<void>
  /** Restores a revision, and updates the page's text. */
  restore: (revision_id: number) => Promise<unknown>
  /** Updates the fields with the page's text. */
  onRestored: () => void
  /** Renders a revision's content if it is not HTML. */
  draw?: (content: string) => ReactNode
}

/** Opens the earlier texts of a draft. `?revision=12` opens them at that text, 0 at the current one. */
export function HistoryButton({ item, flush, restore, onRestored, draw }: HistoryButtonProps) {
  const [revision, setRevision] = useQueryState('revision', parseAsInteger)
  return (
    <>
      <Button variant="ghost" size="aside" onClick={() => void setRevision(0, { history: 'push' })}>
        <History aria-hidden /> <span data-text>History</span>
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
          // If this throws, such as in a conflict, stop: restoring would lose the changes.
          await flush()
          await restore(revision_id)
          // This queue delivers the new text to the page.
          await new Promise<void>((resolve) => notifyManager.schedule(resolve))
          onRestored()
        }}
      />
    </>
  )
}
