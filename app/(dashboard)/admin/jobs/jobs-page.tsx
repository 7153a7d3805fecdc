'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { formatDuration } from '@/components/format'
import { ExternalLink } from '@/components/generated/icons'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { t } from '@/server/lib/locale/texts.ts'
import { JobTable } from './job-table'
import { jobListQuery, VIEW, VIEWS } from './queries'
import { QueueChart } from './queue-chart'
import { Runs } from './runs'

/** Background jobs of all accounts: the latest runs, and each job with its schedule. */
export function JobsPage() {
  const trpc = useTRPC()
  const [view, setView] = useQueryState('view', VIEW.view)
  const jobs = useQuery(jobListQuery(trpc))
  return (
    <Page>
      <PageHeader
        title="Background jobs"
        description={`Jobs and runs of all accounts.${jobs.data ? ` ${keptText(jobs.data)}` : ''}`}
      />
      {jobs.data && jobs.data.mode !== 'embedded' ? (
        <OnInngest url={jobs.data.inngest_url} wait_seconds={jobs.data.wait_seconds} />
      ) : null}
      <QueueChart />
      <Tabs value={view} onValueChange={(next) => void setView(VIEWS.find((known) => known === next) ?? null)}>
        <TabsList aria-label="What to show">
          <TabsTrigger value="runs">Runs</TabsTrigger>
          <TabsTrigger value="jobs">Jobs</TabsTrigger>
        </TabsList>
        <TabsContent value={view}>
          {view === 'runs' ? (
            <Runs
              jobs={jobs.data?.jobs.map(({ job }) => job) ?? []}
              keptText={jobs.data ? keptText(jobs.data) : undefined}
            />
          ) : (
            <JobTable jobs={jobs} />
          )}
        </TabsContent>
      </Tabs>
    </Page>
  )
}

const keptText = ({ kept_days }: { kept_days: number }) => `Runs are kept for ${kept_days} days.`

/** Longer than the interval of a cron that runs every minute plus a restart. */
const MAX_WAIT_SECONDS = 120

/** Shows that jobs run on Inngest, or that none has run for a while. */
export function OnInngest({ url, wait_seconds }: { url: string | null; wait_seconds: number }) {
  const is_late = wait_seconds > MAX_WAIT_SECONDS
  return (
    <Alert
      tone={is_late ? 'warning' : 'info'}
      title={is_late ? t`No job has run for ${formatDuration(wait_seconds)}` : 'Jobs run on Inngest'}
      actions={
        url ? (
          <Button asChild variant="outline" size="sm">
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              Open Inngest
            </a>
          </Button>
        ) : null
      }
    >
      {is_late
        ? 'Inngest cannot be reached, or no process with jobs is connected to it. Emails, imports and webhook retries wait and continue when it is back. “npm run envoi -- doctor” says which.'
        : 'Use its dashboard to pause a function, to start one now, to retry or cancel runs, and to see steps and queued runs.'}
    </Alert>
  )
}
