import type { CSSProperties } from 'react'
import { formatNumber, formatPercent } from '@/components/format'

export interface FunnelStep {
  label: string
  value: number
}

/** Counts per step: recipients, delivered, opened, clicked. */
export function Funnel({ label, steps }: { label: string; steps: readonly FunnelStep[] }) {
  const first = steps[0]?.value ?? 0
  return (
    <ol aria-label={label} className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col sm:gap-2">
      {steps.map(({ label: step, value }, index) => {
        const share = first > 0 ? (value / first) * 100 : 0
        return (
          <li key={step} className="grid min-w-0 content-start gap-3 max-sm:grid-cols-[6.5rem_1fr] max-sm:items-center">
            <div className="grid gap-0.5">
              <span className="text-muted-foreground text-sm">{step}</span>
              <span className="figures font-semibold text-xl tracking-tight">{formatNumber(value)}</span>
            </div>
            <div className="relative flex h-9 items-end overflow-hidden rounded-lg bg-muted sm:h-36">
              <span
                aria-hidden
                className="absolute inset-y-0 inset-s-0 rounded-lg bg-chart-1 max-sm:w-(--share)! sm:inset-x-0 sm:top-auto sm:bottom-0 sm:h-(--share)"
                style={
                  { '--share': `${Math.max(share, value > 0 ? 1.5 : 0)}%`, opacity: 1 - index * 0.14 } as CSSProperties
                }
              />
            </div>
            <span className="figures text-muted-foreground text-sm max-sm:col-start-2 max-sm:-mt-2">
              {index === 0 ? 'all recipients' : `${formatPercent(share)} of ${steps[0]?.label.toLowerCase()}`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
