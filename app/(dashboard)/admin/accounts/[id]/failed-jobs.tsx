import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { CircleX } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { LinkButton } from '@/components/ui/link-button'
import { failedJobsQuery } from './queries'
import { Section } from './sections'

const MAX_SHOWN = 5

/** The account's latest background jobs that failed for good. With an Inngest server, only that server knows which account a run is for. */
export function FailedJobs({ account_id }: { account_id: number }) {
  const trpc = useTRPC()
  const failed = useQuery(failedJobsQuery(trpc, account_id))
  if (failed.data?.mode !== 'embedded') return null
  const { runs } = failed.data
  return (
    <Section
      title="Failed jobs"
      rows={runs.slice(0, MAX_SHOWN)}
      empty="No background job of this account failed lately."
      icon={CircleX}
      id={({ id }) => id}
      name={({ id, job }) => (
        <Link
          className="underline-offset-4 hover:underline"
          href={`/admin/jobs?account=${account_id}&state=failed&run=${id}`}
        >
          {job}
        </Link>
      )}
      detail={({ error, created_at }) => (
        <>
          {error?.message ?? 'Failed'} · <RelativeTime at={created_at} />
        </>
      )}
      actions={
        <LinkButton variant="outline" size="sm" href={`/admin/jobs?account=${account_id}`}>
          All jobs of this account
        </LinkButton>
      }
    />
  )
}
