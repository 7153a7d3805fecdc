import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { ReviewDetail } from '@/server/modules/apps/review-schema.ts'
import { ReviewTests } from '../../review-tests'

/** Installs the version in review into an administrator's account, and removes it. */
export function TestInstalls({ app }: { app: ReviewDetail }) {
  const { id: app_id, status, revision } = app
  const trpc = useTRPC()
  const tests = useQuery(trpc.admin.reviews.tests.queryOptions({ app_id }))
  const start = useAction(trpc.admin.reviews.startTest)
  const remove = useAction(trpc.admin.reviews.removeTest, { invalidates: [trpc.admin.reviews, trpc.apps] })
  const in_review = status === 'in_review' || revision === 'in_review'
  if (!in_review && !tests.data?.tests.length) return null
  return (
    <ReviewTests
      title="Test install"
      description="Install the version in review without publishing it. The test is removed when the review ends, or after 7 days."
      query={tests}
      mark={({ is_complete }) =>
        is_complete ? (
          <StatusBadge label="Installed" tone="success" icon={CircleCheck} />
        ) : (
          <StatusBadge label="Incomplete" tone="warning" icon={CircleDashed} />
        )
      }
      removal={({ account_name }) => ({
        title: `Remove ${app.name} from “${account_name}”?`,
        description: 'The app is uninstalled and its tokens end right away.',
      })}
      onRemove={({ account_id }) => remove.run({ app_id, account_id })}
      start={
        in_review
          ? {
              help: 'Opens the account and goes through the app’s own sign-in and consent. Come back here when you are done.',
              label: 'Install test',
              onStart: (account_id) => start.run({ app_id, account_id }),
            }
          : undefined
      }
    />
  )
}
