import { useEffect, useRef } from 'react'
import { Check } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'

const steps = [
  { key: 'columns', label: 'Columns' },
  { key: 'options', label: 'Consent and options' },
  { key: 'preview', label: 'Preview' },
] as const

/** The steps of an import, with the current one marked. */
export function Steps({ current }: { current: (typeof steps)[number]['key'] }) {
  const currentIndex = steps.findIndex(({ key }) => key === current)
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(current)
  // The clicked button no longer exists, so move the focus to the new step.
  useEffect(() => {
    if (shown.current !== current) list.current?.focus({ preventScroll: true })
    shown.current = current
  }, [current])
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label={`Step ${currentIndex + 1} of ${steps.length}`}
      className="flex flex-wrap gap-x-6 gap-y-2 text-sm outline-none"
    >
      {steps.map(({ key, label }, index) => (
        <li
          key={key}
          aria-current={key === current ? 'step' : undefined}
          className={cn('flex items-center gap-2', index === currentIndex ? 'font-medium' : 'text-muted-foreground')}
        >
          <span
            className={cn(
              'figures grid size-6 place-items-center rounded-full text-xs',
              index < currentIndex && 'bg-success-soft text-success-ink',
              index === currentIndex && 'bg-primary text-primary-foreground',
              index > currentIndex && 'bg-secondary text-secondary-foreground',
            )}
          >
            {index < currentIndex ? <Check aria-label="Done" className="size-3.5" /> : index + 1}
          </span>
          {/* A phone only has room for the current step's name. */}
          <span className={cn(index !== currentIndex && 'max-sm:sr-only')}>{label}</span>
        </li>
      ))}
    </ol>
  )
}
