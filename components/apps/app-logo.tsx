import { Blocks } from 'lucide-react'
import { cn } from '@/components/ui/cn'

/** The app's logo, or a sign in its place. The name stands beside it, so it says nothing itself. */
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
        // biome-ignore lint/performance/noImgElement: a small picture of ours, kept by browsers for ever
        <img src={src} alt="" className="size-full object-cover" />
      ) : (
        <Blocks className="size-1/2" />
      )}
    </span>
  )
}
