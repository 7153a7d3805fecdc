'use client'

import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/components/format'
import { Loaded } from '@/components/loaded'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { InstanceOverview as Overview } from '@/server/modules/admin/overview-schema.ts'
import { Figures } from './overview-figures'
import { PausedJobs } from './paused-jobs'

const REFETCH_MS = 60_000

/** Figures of the whole instance, each with a small chart that links to its page. */
export function InstanceOverview() {
  const trpc = useTRPC()
  const overview = useQuery(trpc.admin.overview.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  return (
    <Page>
      <PageHeader
        title="Instance overview"
        description={overview.data ? <Sampled overview={overview.data} /> : 'Live activity on this instance.'}
      />
      <PausedJobs />
      <Loaded query={overview} loading={<Loading />}>
        {(data) => (
          <>
            <Refusing overview={data} />
            <OldBackup backup={data.backup} />
            <Figures overview={data} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Sampled = ({ overview: { version, sampled_at } }: { overview: Overview }) => (
  <>
    Envoi {version}.{' '}
    {sampled_at ? (
      <>
        Measured <RelativeTime at={sampled_at} />.
      </>
    ) : (
      'The first figures appear within ten minutes.'
    )}
  </>
)

function Refusing({ overview: { refusing, refused_accounts, bouncing_accounts } }: { overview: Overview }) {
  return (
    <>
      {refusing.map(({ transport, kind, since, reply }) => (
        <Alert
          key={transport}
          tone="danger"
          title={kind === 'refused' ? `${transport} refuses messages` : `${transport} cannot be reached`}
          actions={<MailLink />}
        >
          Since <RelativeTime at={since} />. Its last answer: {reply}
        </Alert>
      ))}
      {refused_accounts > 0 ? (
        <Alert
          tone="warning"
          title={`A mail server rejects messages from ${formatCount(refused_accounts, 'account')}`}
          action={{ href: '/admin/accounts?state=refused', label: 'View accounts' }}
        >
          It accepts messages from other accounts. The sending domain or the content is usually the reason.
        </Alert>
      ) : null}
      {bouncing_accounts > 0 ? (
        <Alert
          tone="warning"
          title={`${formatCount(bouncing_accounts, 'account')} with bounces that need a decision`}
          action={{ href: '/admin/mail/reputation', label: 'View bounces' }}
        >
          Too many subscribers would have bounced with the same reply. Apply their bounces or discard them.
        </Alert>
      ) : null}
    </>
  )
}

const MailLink = () => (
  <LinkButton variant="outline" size="sm" href="/admin/mail">
    Open mail
  </LinkButton>
)

function OldBackup({ backup }: Pick<Overview, 'backup'>) {
  if (!backup?.is_overdue) return null
  return (
    <Alert tone="warning" title={backup.made_at ? 'The last backup is old' : 'No backup has been made'}>
      {backup.made_at ? (
        <>
          It was made <RelativeTime at={backup.made_at} />, and there should be one each day.{' '}
        </>
      ) : null}
      Run <code>npm run envoi -- doctor</code> for the reason.
    </Alert>
  )
}

const TILES = ['messages', 'jobs', 'webhooks', 'accounts', 'senders', 'api', 'storage']

const Loading = () => (
  <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3" aria-busy>
    {TILES.map((tile) => (
      <Skeleton key={tile} className="h-56 rounded-2xl" />
    ))}
  </div>
)
