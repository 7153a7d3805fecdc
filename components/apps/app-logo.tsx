import { Blocks } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'

/** The app’s logo or a placeholder. Decorative, because the name is shown beside it. */
export function AppLogo({ src, className }: { src: string | null; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-12 shrink-0 place-items-center overflow-hidden rounded-xl border border-border bg-card text-muted-foreground',
        className,
      )}
    >
      {src ? (
        // biome-ignore lint/performance/noImgElement: a small image from this server that browsers cache forever
        <img src={src} alt="" className="size-full object-cover" />
      ) : (
        <Blocks className="size-1/2" />
      )}
    </span>
  )
}
