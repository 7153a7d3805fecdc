import Link from 'next/link'
import { EmptyState } from '@/components/empty-state'
import { Page } from '@/components/page-header'
import { Button } from '@/components/ui/button'

/** For what a page looked up and did not find: deleted, or of another account. */
export default function DashboardNotFound() {
  return (
    <Page>
      <EmptyState
        as="h1"
        illustration="lost"
        title="Return to sender"
        description="This is not here. It may have been deleted, or it belongs to another account."
        actions={
          <Button asChild>
            <Link href="/">Go home</Link>
          </Button>
        }
      />
    </Page>
  )
}
