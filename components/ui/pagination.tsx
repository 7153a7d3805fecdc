import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'

interface PaginationProps {
  /** Undefined at that end of the list. */
  onPrevious?: () => void
  onNext?: () => void
  pending?: boolean
  /** The rows on the page, such as "1–50 of 12,741". */
  summary?: ReactNode
}

/** Keyset pagination without page numbers. A list of one page has no buttons. */
export function Pagination({ onPrevious, onNext, pending = false, summary }: PaginationProps) {
  const isOnlyPage = !onPrevious && !onNext
  if (isOnlyPage && !summary) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4">
      <p className="figures text-muted-foreground text-sm" aria-live="polite">
        {summary}
      </p>
      {isOnlyPage ? null : (
        <div className="flex gap-2">
          <Button variant="outline" size="sm" disabled={!onPrevious || pending} onClick={onPrevious}>
            <ChevronLeft aria-hidden /> Previous
          </Button>
          <Button variant="outline" size="sm" disabled={!onNext || pending} onClick={onNext}>
            Next <ChevronRight aria-hidden />
          </Button>
        </div>
      )}
    </nav>
  )
}
