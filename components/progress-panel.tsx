import type { ReactNode } from 'react'
import { formatDuration, formatNumber, formatPercent } from '@/components/format'
import { cn } from '@/components/ui/cn'
import { Progress } from '@/components/ui/progress'
import { t } from '@/server/lib/locale/texts.ts'

export interface ProgressCount {
  label: string
  value: number
  tone?: 'neutral' | 'success' | 'info' | 'warning' | 'danger'
}

interface ProgressPanelProps {
  title: ReactNode
  /** Noun for the counted units, such as "rows". */
  noun: string
  done: number
  total: number
  /** `stopped`: by a user, who can resume it. */
  state: 'waiting' | 'running' | 'stopped' | 'completed' | 'failed'
  /** Units per second. */
  ratePerSecond?: number
  /** Replaces speed and remaining time, for scheduled work. */
  paceText?: string
  counts?: readonly ProgressCount[]
  /** True if the counts add up to the total. When complete, their shares replace the full bar. */
  areParts?: boolean
  description?: ReactNode
  actions?: ReactNode
}

const dots = {
  neutral: 'bg-muted-foreground',
  success: 'bg-success',
  info: 'bg-info',
  warning: 'bg-warning',
  danger: 'bg-destructive',
}

/** Progress of a background job: share, speed and remaining time. */
export function ProgressPanel({
  title,
  noun,
  done,
  total,
  state,
  ratePerSecond = 0,
  paceText,
  counts = [],
  areParts = false,
  description,
  actions,
}: ProgressPanelProps) {
  return (
    <section className="grid gap-4 rounded-2xl border border-border bg-card p-5 shadow-xs sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid gap-0.5">
          <h2
            className={cn('font-semibold tracking-tight', areParts && state === 'completed' ? 'text-xl' : 'text-base')}
          >
            {title}
          </h2>
          {description ? <p className="text-muted-foreground text-sm">{description}</p> : null}
        </div>
        {actions}
      </div>

      {areParts && state === 'completed' ? (
        <Shares counts={counts} noun={noun} done={done} />
      ) : (
        <Pace state={state} noun={noun} done={done} total={total} ratePerSecond={ratePerSecond} paceText={paceText} />
      )}

      {counts.length > 0 ? (
        <dl className="grid grid-cols-2 gap-x-8 gap-y-3 border-border border-t pt-4 sm:flex sm:flex-wrap">
          {counts.map(({ label, value, tone = 'neutral' }) => (
            <div key={label} className="grid gap-0.5">
              <dt className="flex items-center gap-1.5 text-muted-foreground text-sm">
                <span aria-hidden className={cn('size-2 rounded-full', dots[tone])} />
                {label}
              </dt>
              <dd
                className={cn(
                  'figures text-lg tracking-tight',
                  value === 0 ? 'text-muted-foreground' : 'font-semibold',
                )}
              >
                {formatNumber(value)}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  )
}

type PaceProps = Pick<ProgressPanelProps, 'state' | 'done' | 'total' | 'noun' | 'paceText'> & {
  ratePerSecond: number
}

/** The bar with percentage and remaining time. */
function Pace(props: PaceProps) {
  const { state, noun, done, total } = props
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="figures text-muted-foreground text-sm">
          <span className="me-2 font-semibold text-2xl text-foreground tracking-[-0.03em]">
            {formatPercent(percent)}
          </span>
          {formatNumber(done)} of {formatNumber(total)} {noun}
        </p>
        <p className="figures text-muted-foreground text-sm">{pace(props)}</p>
      </div>
      <Progress
        label={`${formatNumber(done)} of ${formatNumber(total)} ${noun}`}
        value={done}
        max={total}
        live={state === 'running'}
        tone={state === 'failed' ? 'danger' : state === 'completed' ? 'success' : 'primary'}
      />
      {/* Announced at each tenth instead of each number. */}
      <p role="status" className="sr-only">
        {state === 'running' ? `${formatPercent(Math.floor(percent / 10) * 10)} done` : pace(props)}
      </p>
    </div>
  )
}

/** The results as shares of a single bar. */
function Shares({
  counts,
  noun,
  done,
}: Pick<ProgressPanelProps, 'noun' | 'done'> & { counts: readonly ProgressCount[] }) {
  return (
    <div className="grid gap-2">
      <p className="figures text-muted-foreground text-sm">
        {formatNumber(done)} {noun}
      </p>
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-secondary">
        {counts
          .filter(({ value }) => value > 0)
          .map(({ label, value, tone = 'neutral' }) => (
            <span key={label} className={cn('min-w-1', dots[tone])} style={{ flexGrow: value }} />
          ))}
      </div>
      <p role="status" className="sr-only">
        Done
      </p>
    </div>
  )
}

function pace({ state, done, total, ratePerSecond, noun, paceText }: PaceProps) {
  if (state === 'waiting') return t`Queued`
  if (state === 'completed') return t`Done`
  if (state === 'stopped' || state === 'failed') return t`Stopped`
  if (paceText) return paceText
  if (ratePerSecond <= 0) return 'Estimating time'
  const speed =
    ratePerSecond >= 1 ? `${formatNumber(ratePerSecond)} ${noun}/s` : `${formatNumber(ratePerSecond * 60)} ${noun}/min`
  return t`${speed} · ${formatDuration((total - done) / ratePerSecond)} left`
}
