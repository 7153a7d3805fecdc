import { EmptyState } from '@/components/empty-state'
import { Page } from '@/components/page-header'

/** Replaces a page whose feature the instance's administrators turned off. */
export function FeatureOff() {
  return (
    <Page>
      <EmptyState
        as="h1"
        illustration="lost"
        title="Switched off on this instance"
        description="The administrators of this instance switched this feature off. What you entered is kept."
      />
    </Page>
  )
}
