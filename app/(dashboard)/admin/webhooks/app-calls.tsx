import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { formatNumber, formatPercent } from '@/components/format'
import { CircleCheck, CirclePause, TriangleAlert } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { CalledApp, CalledHost } from '@/server/modules/admin/webhooks-schema.ts'
import { ReasonDialog } from '../ask-reason'
import { CallsChart } from './calls-chart'
import { callsQuery } from './queries'

/** Apps with called servers, and the hosts of all outbound requests. */
export function AppCalls({ range }: { range: 'day' | 'week' }) {
  const trpc = useTRPC()
  const [pausing, setPausing] = useState<CalledApp>()
  const calls = useQuery(callsQuery(trpc, range))
  const pause = useAction(trpc.admin.webhooks.pauseApp, { invalidates: trpc.admin.webhooks })
  const resume = useAction(trpc.admin.webhooks.resumeApp, { invalidates: trpc.admin.webhooks, evenAfterErrors: true })
  return (
    <>
      <CallsChart points={calls.data?.points} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="font-semibold text-base">Apps</h2>
        <DataTable
          caption="Apps whose servers are called"
          rows={calls.data?.apps}
          rowId={({ id }) => id}
          query={calls}
          rowActions={(app) =>
            app.paused_at ? (
              <Button
                variant="outline"
                size="sm"
                pending={resume.isPending && resume.variables.app_id === app.id}
                onClick={() => resume.start({ app_id: app.id })}
              >
                Resume calls
              </Button>
            ) : (
              <Button variant="outline" size="sm" onClick={() => setPausing(app)}>
                Pause calls
              </Button>
            )
          }
          columns={[
            {
              header: 'App',
              lines: ({ name, problem, paused_reason }) => [name, paused_reason ?? problem],
            },
            { header: 'State', phone: 'aside', cell: (app) => <AppState app={app} /> },
            { header: 'Failed', align: 'end', cell: (row) => <Failed of={row} /> },
            {
              header: 'Automations waiting',
              align: 'end',
              from: 'lg',
              cell: ({ waiting, retrying, next_attempt_at }) => (
                <Backlog count={waiting} failing={retrying} next={next_attempt_at} />
              ),
            },
            {
              header: 'Pulled events',
              align: 'end',
              from: 'lg',
              cell: ({ pulled, failing, next_pull_at }) => (
                <Backlog count={pulled} failing={failing} next={next_pull_at} />
              ),
            },
          ]}
          empty={{
            as: 'h3',
            illustration: 'inbox',
            title: 'No app was called',
            description: 'Apps appear here when automations, emails or pickers ask their servers.',
          }}
        />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="font-semibold text-base">Hosts</h2>
        <DataTable
          caption="Hosts of outbound requests"
          rows={calls.data?.hosts}
          rowId={({ kind, app_id, host }) => `${kind} ${app_id} ${host}`}
          columns={[
            {
              header: 'Host',
              lines: (row) => [row.host === '*' ? 'Other hosts' : row.host, KINDS[row.kind]],
            },
            { header: 'Failed', align: 'end', phone: 'aside', cell: (row) => <Failed of={row} /> },
            {
              header: 'Last error',
              phone: 'plain',
              cell: ({ last_error }) => (
                <span className="text-muted-foreground [overflow-wrap:anywhere]">{last_error ?? '–'}</span>
              ),
            },
          ]}
          empty={<p className="text-muted-foreground text-sm">No requests in this period.</p>}
        />
        <p className="max-w-prose text-muted-foreground text-sm">
          Requests without an answer, or with status 429 or 500 and above, count as failed. Paths and queries are never
          shown, because they may contain secrets.
        </p>
      </section>
      <ReasonDialog
        open={pausing !== undefined}
        onClose={() => setPausing(undefined)}
        title={`Pause calls to ${pausing?.name ?? t`this app`}?`}
        description="Requests of automations wait. Emails keep the last version of its blocks, and its pickers say that calls are paused. Its webhooks are not affected."
        hint="Kept in the audit log and shown here."
        submitLabel="Pause calls"
        onSubmit={(reason) => pausing && pause.run({ app_id: pausing.id, reason }, `Paused calls to ${pausing.name}`)}
      />
    </>
  )
}

const KINDS: Record<CalledHost['kind'], string> = {
  app: 'Steps, blocks and pickers of an app',
  sign_in: 'Tokens of an app',
  callback: 'Callbacks of bulk requests',
  link_check: 'Links and images of emails',
  bounce_intake: 'Provider bounce reports',
  checkout: 'Buyers of a shop',
  usage_report: 'Usage reports',
}

function AppState({ app: { paused_at, failures, retrying, failing } }: { app: CalledApp }) {
  if (paused_at)
    return (
      <span className="grid justify-items-start gap-0.5">
        <StatusBadge label="Paused" tone="neutral" icon={CirclePause} />
        <span className="whitespace-nowrap text-muted-foreground text-xs">
          <RelativeTime at={paused_at} />
        </span>
      </span>
    )
  if (failures + retrying + failing > 0) return <StatusBadge label="Failing" tone="danger" icon={TriangleAlert} />
  return <StatusBadge label="Called" tone="success" icon={CircleCheck} />
}

const Failed = ({ of: { calls, failures } }: { of: Pick<CalledApp, 'calls' | 'failures'> }) => (
  <span className="figures whitespace-nowrap">
    {calls > 0 ? formatPercent((100 * failures) / calls) : '–'}
    <span className="block font-normal text-muted-foreground text-xs max-md:inline max-md:ps-1.5">
      {formatNumber(failures)} of {formatNumber(calls)}
    </span>
  </span>
)

interface BacklogProps {
  count: number
  failing: number
  next: string | null
}

const Backlog = ({ count, failing, next }: BacklogProps) => (
  <span className="figures">
    {formatNumber(count)}
    {failing > 0 ? (
      <span className="block font-normal text-muted-foreground text-xs">
        {formatNumber(failing)} failed{' '}
        {next ? (
          <>
            , next <RelativeTime at={next} />
          </>
        ) : null}
      </span>
    ) : null}
  </span>
)
