import * as Primitive from '@radix-ui/react-progress'
import { cn } from '@/components/ui/cn'
import { percentText } from '@/server/lib/locale/formats.ts'

interface ProgressProps {
  label: string
  value: number
  max?: number
  tone?: 'primary' | 'success' | 'danger'
  /** Animates the bar while the work is running. */
  live?: boolean
}

const fill = { primary: 'bg-primary', success: 'bg-success', danger: 'bg-destructive' }

export function Progress({ label, value, max = 100, tone = 'primary', live = false }: ProgressProps) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <Primitive.Root
      aria-label={label}
      value={Math.min(value, max)}
      max={max > 0 ? max : 1}
      getValueLabel={() => percentText(Math.floor(percent))}
      className="relative h-2 w-full overflow-hidden rounded-full bg-secondary"
    >
      <Primitive.Indicator
        className={cn(
          'relative h-full overflow-hidden rounded-full transition-[width] duration-500 ease-out',
          fill[tone],
        )}
        style={{ width: `${percent}%` }}
      >
        {live ? (
          <span className="absolute inset-0 animate-[glide_1.6s_ease-in-out_infinite] bg-linear-to-r from-transparent via-white/40 to-transparent" />
        ) : null}
      </Primitive.Indicator>
    </Primitive.Root>
  )
}
