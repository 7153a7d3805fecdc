import { BarList } from '@/components/charts/bar-list'
import { ChartPanel } from '@/components/charts/chart-panel'
import { formatCount, formatDate, formatNumber } from '@/components/format'
import { plainLiquid } from '@/components/liquid-parts'
import { Stat } from '@/components/stat'
import { Alert } from '@/components/ui/alert'
import { t } from '@/server/lib/locale/texts.ts'
import type { DryRun } from '@/server/modules/automations/publishing-schema.ts'
import { MANY_EMAILS, MAX_SIMULATED } from '@/server/modules/automations/values-schema.ts'
import { stepOf } from '../../graph/exits'
import { type NameOf, stepLine } from '../../graph/words'
import { DaysChart } from './days-chart'
import { Unknowns } from './unknowns'

interface SummaryProps {
  dryRun: DryRun
  nameOf: NameOf
  onOpen: (subscriber_id: number) => void
}

/** Counts of simulated entries and emails, and warnings to read before publishing. */
export function Summary({ dryRun, nameOf, onOpen }: SummaryProps) {
  const { result, emails, state } = dryRun
  const sentCount = Object.values(result.emails).reduce((sum, email) => sum + email.sent, 0)
  const not_sent = Object.values(result.emails).reduce((sum, email) => sum + email.not_sent, 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {state === 'canceled' ? (
        <Alert tone="warning" title="The dry run was canceled">
          The numbers cover the subscribers who were simulated until then.
        </Alert>
      ) : null}
      <Warnings dryRun={dryRun} nameOf={nameOf} onOpen={onOpen} />
      <dl className="grid grid-cols-2 gap-6 sm:grid-cols-3 lg:grid-cols-5">
        <Stat
          label="Would have entered"
          value={formatNumber(result.subscribers)}
          hint={result.entered > result.subscribers ? formatCount(result.entered, 'time') : undefined}
        />
        <Stat label="Completed" value={formatNumber(result.completed)} />
        <Stat label="Still inside" value={formatNumber(result.waiting + result.held)} />
        <Stat label="Left" value={formatNumber(result.left)} />
        <Stat
          label="Emails"
          value={formatNumber(sentCount)}
          hint={not_sent > 0 ? `${formatNumber(not_sent)} not sent` : undefined}
        />
      </dl>
      <DaysChart dryRun={dryRun} />
      {emails.length > 0 ? (
        <ChartPanel
          title="Emails that would have been sent"
          fileName="dry run emails"
          isTable
          figures={{
            columns: [t`Email`, t`Sent`, t`Not sent`],
            rows: emails.map(({ id, subject }) => [
              plainLiquid(subject) || 'No subject',
              result.emails[id]?.sent ?? 0,
              result.emails[id]?.not_sent ?? 0,
            ]),
          }}
        >
          <BarList
            label="Emails that would have been sent"
            noun="messages"
            items={emails.map(({ id, subject }) => ({
              key: id,
              label: plainLiquid(subject) || 'No subject',
              value: result.emails[id]?.sent ?? 0,
              detail: result.emails[id]?.not_sent ? `${formatNumber(result.emails[id].not_sent)} not sent` : undefined,
            }))}
          />
        </ChartPanel>
      ) : null}
      <Unknowns found={dryRun} nameOf={nameOf} />
    </div>
  )
}

function Warnings({ dryRun: { graph, result, busiest, problems, to_fix }, nameOf, onOpen }: SummaryProps) {
  const heldSteps = graph.steps.flatMap((step) => {
    const count = result.steps[step.id]?.held ?? 0
    return count > 0 ? [{ id: step.id, count }] : []
  })
  const matchCount = result.matched ?? 0
  return (
    <>
      {busiest ? (
        <Alert
          tone="warning"
          title={`${busiest.name} would have received ${formatNumber(busiest.emails)} emails in one day`}
          action={{ label: 'Compare', onClick: () => onOpen(busiest.subscriber_id) }}
        >
          {formatDate(`${busiest.day}T00:00:00Z`, 'UTC')}, including the ones they really got.{' '}
          {formatCount(result.busy, 'subscriber')} would have received more than {MANY_EMAILS} in a day.
        </Alert>
      ) : null}
      {to_fix.length > 0 ? (
        <Alert tone="warning" title="This assumes that you fix the draft’s problems">
          {to_fix.join(' ')}
        </Alert>
      ) : null}
      {heldSteps.map(({ id, count }) => {
        const step = stepOf(graph, id)
        return (
          <Alert
            key={id}
            tone="danger"
            title={`${formatCount(count, 'subscriber')} would get stuck at “${step ? stepLine(step, nameOf) : id}”`}
          >
            {problems[id] ?? 'Open a subscriber to see the reason.'}
          </Alert>
        )
      })}
      {matchCount > result.subscribers && matchCount > MAX_SIMULATED ? (
        <Alert title={`A random sample of ${formatNumber(result.subscribers)} subscribers was simulated`}>
          A trigger happened for {formatNumber(matchCount)} subscribers. The other numbers here cover the sample.
        </Alert>
      ) : null}
    </>
  )
}
