'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { FlaskConical } from '@/components/generated/icons'
import { FilterTabs } from '@/components/list/list-filters'
import { RowsSkeleton } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { ProgressPanel } from '@/components/progress-panel'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { DryRun } from '@/server/modules/automations/publishing-schema.ts'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import { DRY_RUN_DAYS } from '@/server/modules/automations/values-schema.ts'
import { useNames } from '../../use-names'
import { dryRunQuery, TABS } from './queries'
import { Summary } from './summary'
import { Unknowns } from './unknowns'

// Loaded with their tabs.
const SimulatedSteps = dynamic(() => import('./simulated-steps').then((own) => own.SimulatedSteps))

const SimulatedSubscribers = dynamic(() => import('./simulated-subscribers').then((own) => own.SimulatedSubscribers))

const ComparisonSheet = onDemand(async () => (await import('./comparison-sheet')).ComparisonSheet)

/** Simulates the automation over the last 30 days and compares the result with what really happened. */
export function DryRunView({ automation }: { automation: AutomationDetail }) {
  const trpc = useTRPC()
  const { id } = automation
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('summary'))
  const [subscriber, setSubscriber] = useQueryState('subscriber', parseAsInteger)
  const query = useQuery(dryRunQuery(trpc, id))
  const options = { invalidates: trpc.automations.dryRuns, evenAfterErrors: true }
  const start = useAction(trpc.automations.dryRuns.start, options)
  const cancel = useAction(trpc.automations.cancelTask, options)
  const { data: dryRun } = query
  const { nameOf } = useNames({ graph: dryRun?.graph, emails: dryRun?.emails ?? automation.emails })
  // The version in the URL. An automation keeps one result, which may be for another version.
  const [wantedVersion] = useQueryState('version', parseAsInteger)
  const begin = () => start.start(wantedVersion === null ? { id } : { id, version: wantedVersion })
  const is_other = dryRun !== null && dryRun !== undefined && dryRun.version !== wantedVersion
  const is_over = dryRun !== null && dryRun !== undefined && dryRun.state !== 'running'

  return (
    <Page className="gap-6">
      <PageHeader
        back={{ href: `/automations/${id}`, label: automation.name }}
        title="Dry run"
        name={automation.name}
        badge={dryRun ? <Badge tone="outline">{versionOf(dryRun)}</Badge> : null}
        description={
          is_over ? (
            <>
              {is_other ? <>Results for {nameOfVersion(dryRun.version)}. </> : null}
              What would have happened from <DateTime at={dryRun.from} /> to <DateTime at={dryRun.until} />. Nothing was
              sent or changed.
            </>
          ) : (
            `Replays the last ${DRY_RUN_DAYS} days of activity through the steps. Nothing is sent or changed.`
          )
        }
        actions={
          is_over ? (
            <IfRole atLeast="editor">
              <Button variant="outline" pending={start.isPending} onClick={begin}>
                <FlaskConical aria-hidden /> {is_other ? `Run ${nameOfVersion(wantedVersion)}` : 'Run again'}
              </Button>
            </IfRole>
          ) : null
        }
      />
      {query.error ? (
        <ErrorState query={query} />
      ) : dryRun === undefined ? (
        <RowsSkeleton rows={6} />
      ) : dryRun === null ? (
        <NeverRun pending={start.isPending} onStart={begin} />
      ) : dryRun.state === 'running' ? (
        <Running
          found={dryRun}
          canceling={cancel.isPending}
          onCancel={() => cancel.start({ id, task_id: dryRun.id })}
        />
      ) : dryRun.state === 'canceled' && dryRun.result.subscribers === 0 ? (
        <EmptyState
          illustration="search"
          title="This dry run was canceled"
          description="No one had been found yet. Run it again for the full result."
        />
      ) : dryRun.result.subscribers === 0 ? (
        <>
          <EmptyState
            illustration="subscribers"
            title={`No one would have entered in the last ${DRY_RUN_DAYS} days`}
            description={
              dryRun.graph.triggers.length === 0
                ? 'The automation has no trigger. Choose one, then run this again.'
                : 'Nothing happened that its triggers react to, or no one could enter. Check the triggers if you expected someone.'
            }
          />
          <Unknowns found={dryRun} nameOf={nameOf} />
        </>
      ) : (
        <>
          <FilterTabs
            label="Part"
            value={tab}
            options={[
              { value: 'summary', label: 'Summary' },
              { value: 'steps', label: 'Steps' },
              { value: 'subscribers', label: 'Subscribers', count: dryRun.result.subscribers },
            ]}
            onChange={(next) => void setTab(next)}
          />
          {tab === 'summary' ? (
            <Summary dryRun={dryRun} nameOf={nameOf} onOpen={(chosen) => void setSubscriber(chosen)} />
          ) : tab === 'steps' ? (
            <SimulatedSteps found={dryRun} nameOf={nameOf} />
          ) : (
            <SimulatedSubscribers dryRun={dryRun} nameOf={nameOf} onOpen={(chosen) => void setSubscriber(chosen)} />
          )}
        </>
      )}
      {dryRun ? (
        <ComparisonSheet dry_run_id={dryRun.id} subscriber_id={subscriber} onClose={() => void setSubscriber(null)} />
      ) : null}
    </Page>
  )
}

const versionOf = ({ version }: Pick<DryRun, 'version'>) =>
  version === null ? t`Draft` : `Version ${formatNumber(version)}`

/** Returns a version's name for use within a sentence. */
const nameOfVersion = (version: number | null) =>
  version === null ? t`the draft` : t`version ${formatNumber(version)}`

function NeverRun({ pending, onStart }: { pending: boolean; onStart: () => void }) {
  return (
    <EmptyState
      illustration="search"
      title="See what would have happened"
      description={`A dry run shows who would have entered in the last ${DRY_RUN_DAYS} days and which emails they would have received, compared with what they really received.`}
      actions={
        <IfRole atLeast="editor">
          <Button pending={pending} onClick={onStart}>
            <FlaskConical aria-hidden /> Start dry run
          </Button>
        </IfRole>
      }
    />
  )
}

function Running({ found, canceling, onCancel }: { found: DryRun; canceling: boolean; onCancel: () => void }) {
  const { result, progress } = found
  return (
    <ProgressPanel
      title={result.matched === null ? 'Looking for subscribers who would have entered' : 'Simulating subscribers'}
      description="You can leave this page; the dry run continues."
      noun="% done"
      done={Math.floor(progress * 100)}
      total={100}
      state="running"
      counts={[{ label: 'Would have entered', value: result.subscribers, tone: 'info' }]}
      actions={
        <IfRole atLeast="editor">
          <Button variant="outline" size="sm" pending={canceling} onClick={onCancel}>
            Cancel
          </Button>
        </IfRole>
      }
    />
  )
}
