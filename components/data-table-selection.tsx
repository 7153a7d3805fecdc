import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format'
import { X } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'

export interface Selection<Id> {
  selected: ReadonlySet<Id>
  onChange: (selected: ReadonlySet<Id>) => void
  /** Number of selected items if there are more than rows, such as all that match a filter. */
  count?: number | undefined
  /** Actions for the selected rows. */
  actions: ReactNode
}

/** Covers the end of the list while rows are selected. */
export function SelectionBar<Id>({
  selection: { selected, count = selected.size, onChange, actions },
}: {
  selection: Selection<Id>
}) {
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 flex justify-center">
      <p role="status" className="sr-only">
        {count > 0 ? `${formatNumber(count)} selected` : ''}
      </p>
      {count > 0 ? (
        <div
          data-bar="bottom"
          role="toolbar"
          aria-label="Selected rows"
          className="fade-in-0 slide-in-from-bottom-2 pointer-events-auto flex max-w-full animate-in flex-wrap items-center justify-center gap-1 rounded-xl border border-border bg-popover p-1.5 shadow-lg"
        >
          <span className="figures whitespace-nowrap px-2.5 font-medium text-sm">{formatNumber(count)} selected</span>
          {actions}
          <IconButton icon={X} label="Clear selection" onClick={() => onChange(new Set())} />
        </div>
      ) : null}
    </div>
  )
}
