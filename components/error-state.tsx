'use client'

import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/empty-state'
import { Button } from '@/components/ui/button'

interface ErrorStateProps {
  title?: ReactNode
  /** An error of a query is shown in its own words: the service writes them for people. */
  error?: { message: string } | null
  description?: ReactNode
  /** The digest of a server error, so that a report can be matched with the log. */
  reference?: string
  onRetry?: () => void
  actions?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
}

export function ErrorState({
  title = 'This could not be loaded',
  error,
  description = error?.message ?? 'Something went wrong on our side. Nothing of yours was changed.',
  reference,
  onRetry,
  actions,
  as,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        as={as}
        illustration="storm"
        title={title}
        description={
          <>
            {description}
            {reference ? <span className="mt-2 block font-mono text-xs">Reference {reference}</span> : null}
          </>
        }
        actions={
          <>
            {onRetry ? (
              <Button variant="outline" onClick={onRetry}>
                <RotateCw aria-hidden /> Try again
              </Button>
            ) : null}
            {actions}
          </>
        }
      />
    </div>
  )
}
