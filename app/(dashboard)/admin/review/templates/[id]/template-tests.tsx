import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { TemplateReview } from '@/server/modules/automation-templates/overview.ts'
import { ReviewTests } from '../../review-tests'

/** Copies the version in review into an administrator's account, and removes it. */
export function TemplateTests({ template: { id, name } }: { template: Pick<TemplateReview, 'id' | 'name'> }) {
  const trpc = useTRPC()
  const { review } = trpc.automation_templates
  const tests = useQuery(review.tests.queryOptions({ id }))
  const start = useAction(review.startTest)
  const remove = useAction(review.removeTest, { invalidates: [review, trpc.automations] })
  return (
    <ReviewTests
      title="Test install"
      description="Create a draft of the version in review, as creators would. It is deleted when the review ends, or after 7 days."
      query={tests}
      removal={({ account_name }) => ({
        title: `Remove ${name} from “${account_name}”?`,
        description: 'The automation is deleted. Tags, fields, forms and sequences that were created with it stay.',
      })}
      onRemove={({ account_id }) => remove.run({ id, account_id })}
      start={{
        help: 'Opens the account and the draft. Tags, fields, forms and sequences that the template needs are created there.',
        label: 'Create test',
        onStart: (account_id) => start.run({ id, account_id }),
      }}
    />
  )
}
