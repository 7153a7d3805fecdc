import type { ReactNode } from 'react'
import { RotateCw } from '@/components/generated/icons'
import { Drawing, StateFrame, storm } from '@/components/state-frame'
import { Button } from '@/components/ui/button'

interface ErrorStateProps {
  title?: ReactNode
  /** A failed query. Its message is shown unchanged, and a button tries it again. */
  query?: { error: { message: string } | null; refetch: () => unknown }
  /** An error that no query has. */
  error?: { message: string } | null
  description?: ReactNode
  /** Digest of a server error, to find it in the log. */
  reference?: string
  onRetry?: () => void
  actions?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
}

export function ErrorState({
  title = 'Couldn’t load this',
  query,
  error = query?.error,
  description = error?.message ?? 'Something went wrong on our side. Nothing was changed. Try again.',
  reference,
  onRetry = query && (() => void query.refetch()),
  actions,
  as,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <StateFrame
        as={as}
        drawing={<Drawing>{storm}</Drawing>}
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
