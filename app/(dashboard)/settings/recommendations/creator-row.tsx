import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '@/components/format'
import { Avatar } from '@/components/ui/avatar'
import type { Creator } from '@/server/modules/recommendations/schema.ts'

interface CreatorRowProps {
  creator: Creator
  figures?: { shown: number; sign_ups: number }
  /** Content below the name. */
  children?: ReactNode
  actions: ReactNode
}

/** A creator in a list, with figures and actions. */
export function CreatorRow({ creator: { name, words, image_url, url }, figures, children, actions }: CreatorRowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Avatar name={name} src={image_url ?? undefined} />
      <div className="grid min-w-0 gap-0.5">
        <a className="w-fit font-medium hover:underline" href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
        {words ? <p className="text-muted-foreground text-sm">{words}</p> : null}
        {children}
        {figures ? (
          <p className="figures text-muted-foreground text-sm">
            {formatCount(figures.sign_ups, 'sign-up')} from {formatNumber(figures.shown)} shown
          </p>
        ) : null}
      </div>
      <div className="flex items-start gap-1 max-sm:col-start-2">{actions}</div>
    </li>
  )
}
