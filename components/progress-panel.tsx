'use client'

import type { ReactNode } from 'react'
import { formatDuration, formatNumber } from '@/components/format'
import { cn } from '@/components/ui/cn'
import { Progress } from '@/components/ui/progress'

export interface ProgressCount {
  label: string
  value: number
  tone?: 'neutral' | 'success' | 'warning' | 'danger'
}

interface ProgressPanelProps {
  title: ReactNode
  /** "people", "rows": what is being counted. */
  noun: string
  done: number
  total: number
  /** `stopped` by somebody who may go on. */
  state: 'waiting' | 'running' | 'stopped' | 'completed' | 'failed'
  /** Units in a second, over the last moments. */
  ratePerSecond?: number
  counts?: readonly ProgressCount[]
  description?: ReactNode
  actions?: ReactNode
}

const dots = { neutral: 'bg-muted-foreground', success: 'bg-success', warning: 'bg-warning', danger: 'bg-destructive' }

/** Work that goes on in the background: how far, how fast, how long still. */
export function ProgressPanel({
  title,
  noun,
  done,
  total,
  state,
  ratePerSecond = 0,
  counts = [],
  description,
  actions,
}: ProgressPanelProps) {
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <section className="grid gap-4 rounded-2xl border border-border bg-card p-5 shadow-xs sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold text-base tracking-tight">{title}</h2>
          {description ? <p className="text-muted-foreground text-sm">{description}</p> : null}
        </div>
        {actions}
      </div>

      <div className="grid gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="figures text-muted-foreground text-sm">
            <span className="mr-2 font-semibold text-2xl text-foreground tracking-[-0.03em]">{percent}%</span>
            {formatNumber(done)} of {formatNumber(total)} {noun}
          </p>
          <p className="figures text-muted-foreground text-sm">{pace({ state, done, total, ratePerSecond, noun })}</p>
        </div>
        <Progress
          label={`${formatNumber(done)} of ${formatNumber(total)} ${noun}`}
          value={done}
          max={total}
          live={state === 'running'}
          tone={state === 'failed' ? 'danger' : state === 'completed' ? 'success' : 'primary'}
        />
        {/* Spoken at each tenth, not at each number. */}
        <p role="status" className="sr-only">
          {state === 'running'
            ? `${Math.floor(percent / 10) * 10}% done`
            : pace({ state, done, total, ratePerSecond, noun })}
        </p>
      </div>

      {counts.length > 0 ? (
        <dl className="flex flex-wrap gap-x-8 gap-y-3 border-border border-t pt-4">
          {counts.map(({ label, value, tone = 'neutral' }) => (
            <div key={label} className="grid gap-0.5">
              <dt className="flex items-center gap-1.5 text-muted-foreground text-sm">
                <span aria-hidden className={cn('size-2 rounded-full', dots[tone])} />
                {label}
              </dt>
              <dd className="figures font-semibold text-lg tracking-tight">{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  )
}

function pace({
  state,
  done,
  total,
  ratePerSecond,
  noun,
}: Pick<ProgressPanelProps, 'state' | 'done' | 'total' | 'noun'> & { ratePerSecond: number }) {
  if (state === 'waiting') return 'Waiting to start'
  if (state === 'completed') return 'Done'
  if (state === 'stopped' || state === 'failed') return 'Stopped'
  if (ratePerSecond <= 0) return 'Working out the pace'
  const speed =
    ratePerSecond >= 1 ? `${formatNumber(ratePerSecond)} ${noun}/s` : `${formatNumber(ratePerSecond * 60)} ${noun}/min`
  return `${speed} · ${formatDuration((total - done) / ratePerSecond)} left`
}
