import { cn } from '@/components/ui/cn'

interface HtmlFrameProps {
  title: string
  /** Somebody's HTML: hostile until shown here. */
  html: string
  /** In pixels; most of the window's without. */
  height?: number
  className?: string
}

/** Shows a creator's or sender's HTML in a frame that runs no script, has no origin and sends no referrer. */
export function HtmlFrame({ title, html, height, className }: HtmlFrameProps) {
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<base target="_blank">${html}`}
      style={{ height }}
      className={cn(
        'block w-full rounded-xl border border-border bg-white',
        height === undefined && 'h-[68vh] min-h-96',
        className,
      )}
    />
  )
}
