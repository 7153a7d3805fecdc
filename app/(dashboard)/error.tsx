'use client'

import { ErrorState } from '@/components/error-state'
import { Page } from '@/components/page-header'

/** A page that broke leaves the navigation standing. */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return (
    <Page>
      <ErrorState as="h1" title="This page could not be shown" reference={reference} onRetry={retry} />
    </Page>
  )
}
