import type { Metadata } from 'next'
import { EmptyState } from '@/components/empty-state'
import { Page } from '@/components/page-header'
import { LinkButton } from '@/components/ui/link-button'

export const metadata: Metadata = { title: 'Not found' }

/** Shown for records that do not exist or belong to another account. */
export default function DashboardNotFound() {
  return (
    <Page>
      <EmptyState
        as="h1"
        illustration="lost"
        title="Page not found"
        description="It may have been deleted, or it belongs to another account."
        actions={<LinkButton href="/">Go home</LinkButton>}
      />
    </Page>
  )
}
