import { Alert } from '@/components/ui/alert'
import type { AppDetail, AppFacts } from '@/server/modules/apps/develop-schema.ts'
import { needsReview, newHosts } from '@/server/modules/apps/revision-schema.ts'

/** Shown before saving changes that need a review. */
export function NeedsReviewNotice({ app, change }: { app: AppDetail; change: Partial<AppFacts> }) {
  const { approved } = app
  if (!approved || !needsReview(approved, change)) return null
  const hosts = newHosts(approved, change)
  return (
    <Alert title={hosts.length > 0 ? `A reviewer has not seen ${hosts.join(', ')}` : 'Saving submits this for review'}>
      The approved version stays in the store until a reviewer approves your changes. Installed accounts keep working.
    </Alert>
  )
}
