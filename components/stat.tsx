import type { ReactNode } from 'react'
import { formatSigned, signOf } from '@/components/format'
import { ArrowDownRight, ArrowUpRight } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'

interface StatProps {
  label: ReactNode
  /** The formatted value. */
  value: ReactNode
  /** Change since `period`, in `unit`. */
  delta?: number
  unit?: '' | '%' | ' pp'
  /** Formats the change, for amounts of money. */
  formatDelta?: ((delta: number) => string) | undefined
  period?: string
  /** True for numbers that should go down, such as unsubscribes. */
  lowerIsBetter?: boolean
  hint?: ReactNode
  className?: string
}

export function Stat({
  label,
  value,
  delta,
  unit = '',
  formatDelta = formatSigned,
  period,
  lowerIsBetter = false,
  hint,
  className,
}: StatProps) {
  return (
    <div className={cn('grid min-w-0 content-start gap-1', className)}>
      <dt className="truncate text-muted-foreground text-sm">{label}</dt>
      <dd className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <span
          className={cn(
            'figures font-semibold text-3xl tracking-[-0.03em] [overflow-wrap:anywhere]',
            // Amounts of money are wider than half a phone.
            typeof value === 'string' && value.length > 9 && 'max-sm:text-2xl',
          )}
        >
          {value}
        </span>
        {delta === undefined ? null : (
          <Delta delta={delta} unit={unit} format={formatDelta} period={period} lowerIsBetter={lowerIsBetter} />
        )}
        {hint ? <span className="text-muted-foreground text-sm">{hint}</span> : null}
      </dd>
    </div>
  )
}

function Delta({
  delta,
  unit,
  format,
  period,
  lowerIsBetter,
}: Required<Pick<StatProps, 'delta' | 'unit' | 'lowerIsBetter'>> & {
  format: (delta: number) => string
  period?: string
}) {
  const sign = signOf(delta)
  const Icon = sign > 0 ? ArrowUpRight : ArrowDownRight
  const good = lowerIsBetter ? sign < 0 : sign > 0
  const tone = sign === 0 ? 'text-muted-foreground' : good ? 'text-success-ink' : 'text-destructive-ink'
  return (
    <span className="figures flex flex-wrap items-center gap-x-1.5 text-sm">
      <span className={cn('inline-flex items-center gap-0.5 font-medium', tone)}>
        {sign === 0 ? null : <Icon aria-hidden className="size-3.5" strokeWidth={2.5} />}
        {format(delta)}
        {unit}
      </span>
      {period ? <span className="text-muted-foreground">{period}</span> : null}
    </span>
  )
}

/** A row of figures, in two columns on phones. */
export const StatGroup = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-7 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">{children}</dl>
)
