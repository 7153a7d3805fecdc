import type { ReactNode } from 'react'
import { X } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'

interface RemovableCardProps {
  label: string
  /** Replaces the label. */
  title?: ReactNode
  onRemove: () => void
  children: ReactNode
}

/** A card for one of several removable items: a trigger, an event, a condition. */
export function RemovableCard({ label, title, onRemove, children }: RemovableCardProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5 rounded-xl border border-border bg-card p-4">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3">
        {title ?? (
          <span aria-hidden className="min-w-0 font-medium text-sm">
            {label}
          </span>
        )}
        <IconButton icon={X} label={`Remove “${label}”`} className="max-md:size-10.5" onClick={onRemove} />
      </div>
      {children}
    </fieldset>
  )
}
