import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { TestInAccount } from '@/server/modules/apps/review-schema.ts'

/** Leads an administrator from the account of a test install back to the review, until the test ends. */
export function TestBanner({ tests }: { tests: readonly TestInAccount[] }) {
  if (tests.length === 0) return null
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-2 px-4 pt-4 sm:px-8 lg:px-10">
      {tests.map(({ app_id, name }) => (
        <Alert
          key={app_id}
          tone="info"
          title={`${name} is installed here as a test`}
          actions={
            <Button asChild variant="outline" size="sm">
              <Link href={`/admin/review/apps/${app_id}`}>Back to the review</Link>
            </Button>
          }
        >
          Only administrators see this. The test is removed when the review ends, or after 7 days.
        </Alert>
      ))}
    </div>
  )
}
