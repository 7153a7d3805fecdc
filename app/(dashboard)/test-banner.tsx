import { Alert } from '@/components/ui/alert'
import type { TestInAccount } from '@/server/modules/apps/review-schema.ts'

const KINDS = {
  app: { path: 'apps', is: 'is installed here as a test', end: 'removed' },
  template: { path: 'templates', is: 'was created here from a template, as a test', end: 'deleted' },
} as const

/** Links an administrator in a test's account back to the review, until the test ends. */
export function TestBanner({ tests }: { tests: readonly TestInAccount[] }) {
  if (tests.length === 0) return null
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-2 px-4 pt-4 sm:px-8 lg:px-10">
      {tests.map(({ kind, id, name }) => (
        <Alert
          key={`${kind} ${id}`}
          tone="info"
          title={`${name} ${KINDS[kind].is}`}
          action={{ href: `/admin/review/${KINDS[kind].path}/${id}`, label: 'Back to the review' }}
        >
          Only administrators see this. It is {KINDS[kind].end} when the review ends, or after 7 days.
        </Alert>
      ))}
    </div>
  )
}
