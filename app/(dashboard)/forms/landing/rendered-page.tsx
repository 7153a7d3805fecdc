import { useEffect, useMemo, useRef, useState } from 'react'
import { themedHtml } from '@/components/themed-html'
import { cn } from '@/components/ui/cn'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import type { LandingPage } from '@/server/lib/page/landing/document.ts'
import { landingParts } from '@/server/lib/page/landing/render.ts'

interface RenderedPageProps {
  title: string
  page: LandingPage
  context: LandingContext
  /** Width of the simulated window, in pixels. */
  width: number
  is_dark?: boolean
  /** The section to highlight and scroll to. */
  selected?: string | undefined
  /** Called with the ID of a clicked section. */
  onSelect?: (id: string) => void
  className?: string
}

const EMPTY = '<!doctype html><html lang="en"><head><style></style></head><body></body></html>'

/**
 * Shows a landing page as visitors see it, scaled down to fit. The frame runs no scripts and submits no forms. It has this origin, so its
 * content can change in place and keeps its scroll position.
 */
export function RenderedPage({
  title,
  page,
  context,
  width,
  is_dark = false,
  selected,
  onSelect,
  className,
}: RenderedPageProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [space, setSpace] = useState({ width: 0, height: 0 })
  const [is_loaded, setLoaded] = useState(false)
  const { style, body } = useMemo(() => {
    const parts = landingParts(page, context)
    return { style: themedHtml(parts.style, is_dark), body: parts.body.toString() }
  }, [page, context, is_dark])

  useEffect(() => {
    const element = box.current
    if (!element) return
    // A frame rendered by the server may have loaded before this effect ran.
    if (frame.current?.contentDocument?.querySelector('style')) setLoaded(true)
    const observer = new ResizeObserver(() => setSpace({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const shown = is_loaded ? frame.current?.contentDocument : undefined
    const sheet = shown?.querySelector('style')
    if (!shown || !sheet) return
    if (sheet.textContent !== style) sheet.textContent = style
    shown.body.innerHTML = body
  }, [is_loaded, style, body])

  useEffect(() => {
    const shown = is_loaded ? frame.current?.contentDocument : undefined
    const section = selected ? shown?.getElementById(`s-${selected}`) : undefined
    section?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [is_loaded, selected])

  const latest = useRef(onSelect)
  useEffect(() => {
    latest.current = onSelect
  })
  useEffect(() => {
    const frameDocument = is_loaded ? frame.current?.contentDocument : undefined
    if (!frameDocument) return
    const choose = (event: MouseEvent) => {
      const target = event.target as Element
      // Links would leave the editor, but questions may open.
      if (target.closest('a, button')) event.preventDefault()
      const section = target.closest('[id^="s-"]')
      if (section) latest.current?.(section.id.slice(2))
    }
    frameDocument.addEventListener('click', choose)
    return () => frameDocument.removeEventListener('click', choose)
  }, [is_loaded])

  const scale = space.width > 0 ? Math.min(1, space.width / width) : 1
  return (
    <div ref={box} className={cn('relative overflow-hidden bg-white', className)}>
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
        srcDoc={EMPTY}
        onLoad={() => setLoaded(true)}
        className="absolute top-0 inset-s-0 block origin-top-left border-0 rtl:origin-top-right"
        style={{
          width: scale < 1 ? width : '100%',
          height: space.height / scale,
          transform: scale < 1 ? `scale(${scale})` : undefined,
        }}
      />
    </div>
  )
}
