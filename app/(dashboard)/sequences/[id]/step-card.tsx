import Link from 'next/link'
import type { HTMLAttributes, ReactNode } from 'react'
import { formatNumber, formatPercent } from '@/components/format'
import { ArrowDown, ArrowUp, GripVertical, TriangleAlert } from '@/components/generated/icons'
import { plainLiquid } from '@/components/liquid-parts'
import { LiquidText } from '@/components/liquid-text'
import { RowMenu } from '@/components/list/row-menu'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { t } from '@/server/lib/locale/texts.ts'
import type { SequenceStep } from '@/server/modules/sequences/composer-schema.ts'
import { EmailStatusBadge } from '../sequence-badge'
import { daysText } from './delay-text'

interface StepCardProps {
  step: SequenceStep
  /** Position, from 1. */
  place: number
  count: number
  is_dragged: boolean
  /** Undefined for viewers. */
  handle: HTMLAttributes<HTMLElement> | undefined
  onMove: (by: -1 | 1) => void
}

/** An email in the timeline. Moved by dragging its handle, or with arrow keys. */
export function StepCard({ step, place, count, is_dragged, handle, onMove }: StepCardProps) {
  const subject = step.subject || t`Untitled email`
  const own_days = step.delay_unit === 'days' && step.send_days && step.send_days.length < 7 ? step.send_days : null
  const problem = step.problem ?? (step.has_content ? null : 'The email has no content yet.')
  return (
    <article
      className={cn(
        'flex min-w-0 flex-wrap items-start gap-1 rounded-2xl sm:flex-nowrap border border-border bg-card py-4 pe-3 shadow-xs transition-shadow sm:pe-4',
        handle ? 'ps-1' : 'ps-5',
        is_dragged && 'border-primary shadow-md',
      )}
    >
      {handle ? (
        <button
          type="button"
          aria-label={`Move “${plainLiquid(subject)}”: position ${place} of ${count}. Use the arrow keys.`}
          className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:text-foreground active:cursor-grabbing"
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
            if (by === undefined) return
            event.preventDefault()
            onMove(by)
          }}
          {...handle}
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      ) : null}
      <div className="grid min-w-0 flex-1 gap-2 py-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="min-w-0 max-w-full">
            <Link
              className="line-clamp-2 rounded-sm font-medium hover:underline [overflow-wrap:anywhere]"
              href={`/sequences/${step.sequence_id}/emails/${step.id}`}
            >
              <LiquidText text={subject} />
            </Link>
          </h2>
          <EmailStatusBadge published={step.published} />
          {step.has_changes ? <Badge tone="warning">Unpublished changes</Badge> : null}
        </div>
        {step.published && problem ? (
          <p className="flex items-start gap-1.5 text-sm text-warning-ink">
            <TriangleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" /> {problem}
          </p>
        ) : null}
        {step.waiting > 0 || own_days ? (
          <p className="figures flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-sm">
            {step.waiting > 0 ? <span>{formatNumber(step.waiting)} waiting</span> : null}
            {own_days ? <span>Only {daysText(own_days)}</span> : null}
          </p>
        ) : null}
      </div>
      <dl className="figures flex gap-x-6 py-1.5 text-sm max-sm:basis-full max-sm:ps-5 sm:text-end">
        <Figure label="Sent">
          <Link className="hover:underline" href={`/sequences/${step.sequence_id}/emails/${step.id}/report`}>
            {formatNumber(step.stats.recipients)}
            <span className="sr-only">: report of {plainLiquid(subject)}</span>
          </Link>
        </Figure>
        {step.stats.recipients > 0 ? (
          <>
            <Figure label="Opened">{formatPercent(step.stats.open_rate)}</Figure>
            <Figure label="Clicked">{formatPercent(step.stats.click_rate)}</Figure>
          </>
        ) : null}
      </dl>
      {handle ? (
        <RowMenu name={plainLiquid(subject)}>
          <DropdownMenuItem icon={ArrowUp} label="Move up" disabled={place === 1} onSelect={() => onMove(-1)} />
          <DropdownMenuItem icon={ArrowDown} label="Move down" disabled={place === count} onSelect={() => onMove(1)} />
        </RowMenu>
      ) : null}
    </article>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid min-w-16 content-start gap-0.5">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)
