import { cn } from '@/components/ui/cn'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import type { LandingPage } from '@/server/lib/page/landing/document.ts'
import { RenderedPage } from '../../landing/rendered-page'

interface DrawnChoiceProps {
  label: string
  purpose: string
  page: LandingPage
  context: LandingContext
  /** Height of the drawing. */
  className: string
  onClick: () => void
}

/** A selectable section or template, drawn as visitors will see it. */
export function DrawnChoice({ label, purpose, page, context, className, onClick }: DrawnChoiceProps) {
  return (
    <button
      type="button"
      className="grid w-full gap-2 rounded-xl border border-border p-2 text-start text-sm transition-colors hover:border-ring"
      onClick={onClick}
    >
      <span inert className="block">
        <RenderedPage
          title={label}
          page={page}
          context={context}
          width={1100}
          className={cn('rounded-lg border border-border', className)}
        />
      </span>
      <span className="grid gap-0.5 px-1 pb-1">
        <span className="font-medium">{label}</span>
        <span className="text-muted-foreground">{purpose}</span>
      </span>
    </button>
  )
}
