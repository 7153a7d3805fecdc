'use client'

import { ErrorState } from '@/components/error-state'
import { Page } from '@/components/page-header'

/** Error page inside the dashboard, with the navigation. */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return (
    <Page>
      <ErrorState as="h1" title="Couldn’t load this page" reference={reference} onRetry={retry} />
    </Page>
  )
}
