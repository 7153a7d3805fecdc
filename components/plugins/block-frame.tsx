import { useMemo } from 'react'
import { HtmlFrame } from '@/components/html-frame'
import { cn } from '@/components/ui/cn'

interface BlockFrameProps {
  title: string
  html: string
  className?: string
}

/** A content block as subscribers see it. The frame’s content can’t be measured, so the height is estimated. */
export function BlockFrame({ title, html, className }: BlockFrameProps) {
  const height = useMemo(() => guessHeight(html), [html])
  return (
    <HtmlFrame
      title={title}
      html={`<style>${STYLE}</style>${html}`}
      height={height}
      className={cn('min-h-0', className)}
    />
  )
}

const STYLE =
  'body{margin:0;padding:16px;font:17px/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;color:#1f2937;overflow-wrap:anywhere}img{max-width:100%;height:auto}a{color:#1d4ed8}p{margin:0 0 1em}'

const LINE = 28
const CHARACTERS_PER_LINE = 64
const PICTURE = 220

function guessHeight(html: string): number {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const pictures = [...body.querySelectorAll('img')].map((image) => Number(image.getAttribute('height')) || PICTURE)
  const parts = [...body.querySelectorAll('p,h1,h2,h3,h4,h5,h6,li,tr,blockquote,hr')].map(
    ({ textContent }) => Math.ceil((textContent ?? '').trim().length / CHARACTERS_PER_LINE) * LINE + 20,
  )
  const text = parts.length > 0 ? 0 : Math.ceil((body.textContent ?? '').length / CHARACTERS_PER_LINE) * LINE
  const all = [40, text, ...pictures, ...parts].reduce((sum, part) => sum + part, 0)
  return Math.min(640, Math.max(96, all))
}
