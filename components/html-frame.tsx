import { cn } from '@/components/ui/cn'

interface HtmlFrameProps {
  title: string
  /** Untrusted HTML. */
  html: string
  /** Height in pixels. Default: most of the window. */
  height?: number
  className?: string
}

/** Shows untrusted HTML in a frame without scripts, origin or referrer. */
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
