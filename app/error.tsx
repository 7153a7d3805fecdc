'use client'

import { ErrorState } from '@/components/error-state'
import { StandalonePage } from '@/components/standalone-page'
import { LinkButton } from '@/components/ui/link-button'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return (
    <StandalonePage>
      <ErrorState
        as="h1"
        title="Couldn’t load this page"
        reference={reference}
        onRetry={retry}
        actions={<LinkButton href="/">Go home</LinkButton>}
      />
    </StandalonePage>
  )
}
