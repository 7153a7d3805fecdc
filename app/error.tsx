'use client'

import Link from 'next/link'
import { ErrorState } from '@/components/error-state'
import { StandalonePage } from '@/components/standalone-page'
import { Button } from '@/components/ui/button'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return (
    <StandalonePage>
      <ErrorState
        as="h1"
        title="Couldn’t load this page"
        reference={reference}
        onRetry={retry}
        actions={
          <Button asChild>
            <Link href="/">Go home</Link>
          </Button>
        }
      />
    </StandalonePage>
  )
}
