import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCrowd, formatNumber, formatPercent } from '@/components/format'
import { LiquidText } from '@/components/liquid-text'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { StagesView, VersionResult } from '@/server/modules/broadcasts/plan-schema.ts'
import { stagesQuery } from '../queries'

const versionName = (number: number) => '?ABC'[number] ?? '?'

/** The first group of a staged broadcast, its versions, and when the others receive it. */
export function StagesCard({ id, state }: { id: number; state: 'sending' | 'stopped' | 'ended' }) {
  const trpc = useTRPC()
  const live = state === 'sending'
  const stages = useQuery(stagesQuery(trpc, id, live ? 5_000 : false))
  const release = useAction(trpc.broadcasts.release, { invalidates: trpc.broadcasts, done: 'The rest is being sent' })
  const { data } = stages
  if (data?.plan?.kind !== 'staged') return null
  const { test } = data.plan
  const waits = live && data.released_at === null
  const onRelease = (version?: number) => release.run({ id, version })
  return (
    <SectionCard
      title={test ? 'A/B test' : 'First group'}
      description={<Summary data={data} state={state} />}
      className="grid gap-5"
    >
      {data.versions.length > 0 ? (
        <ul className="grid gap-4 md:grid-cols-2">
          {data.versions.map((version) => (
            <VersionPanel
              key={version.number}
              version={version}
              metric={test?.metric ?? 'clicks'}
              chosen={data.outcome?.variant === version.number}
              action={
                waits && test ? (
                  <IfRole atLeast="editor">
                    <ConfirmDialog
                      trigger={
                        <Button variant="outline" size="sm">
                          Send {versionName(version.number)} to the rest
                        </Button>
                      }
                      title={`Send version ${versionName(version.number)} to the rest now?`}
                      description={
                        data.rest === 1
                          ? t`1 person gets it now. The test ends, and its results so far are kept.`
                          : t`${formatCrowd(data.rest)} get it now. The test ends, and its results so far are kept.`
                      }
                      confirmLabel={`Send to ${formatCrowd(data.rest)}`}
                      onConfirm={() => onRelease(version.number)}
                    />
                  </IfRole>
                ) : null
              }
            />
          ))}
        </ul>
      ) : waits ? (
        <IfRole atLeast="editor">
          <div>
            <ConfirmDialog
              trigger={<Button variant="outline">Send the rest now</Button>}
              title="Send the rest now?"
              description={
                data.rest === 1
                  ? t`1 person gets it without waiting any longer.`
                  : t`${formatCrowd(data.rest)} get it without waiting any longer.`
              }
              confirmLabel={`Send to ${formatCrowd(data.rest)}`}
              onConfirm={() => onRelease()}
            />
          </div>
        </IfRole>
      ) : null}
    </SectionCard>
  )
}

function Summary({ data, state }: { data: StagesView; state: 'sending' | 'stopped' | 'ended' }) {
  const { outcome, release_at, first, rest } = data
  if (outcome) return <OutcomeText outcome={outcome} />
  if (state === 'ended') return <>Sending was canceled before the rest got it.</>
  if (state === 'stopped')
    return <>{rest > 0 ? `${waitingText(rest)} ` : ''}Nothing is sent until someone resumes it.</>
  if (!release_at) return <>The first group of {formatCrowd(first)} is being sent.</>
  const releaseTime = <DateTime at={release_at} />
  return rest === 1 ? (
    <>
      {formatCrowd(first)} got it. 1 person follows on {releaseTime}, unless you or a limit stop it.
    </>
  ) : (
    <>
      {formatCrowd(first)} got it. {formatCrowd(rest)} follow on {releaseTime}, unless you or a limit stop it.
    </>
  )
}

function OutcomeText({ outcome }: { outcome: NonNullable<StagesView['outcome']> }) {
  const version = t`version ${versionName(outcome.variant)}`
  const outcomeTime = <DateTime at={outcome.at} />
  switch (outcome.kind) {
    case 'winner':
      return (
        <>
          Version {versionName(outcome.variant)} won. The rest got it from {outcomeTime}.
        </>
      )
    case 'no_difference':
      return (
        <>
          The test could not tell the versions apart. The rest got {version}, as you had chosen for this case, from{' '}
          {outcomeTime}.
        </>
      )
    case 'too_little':
      return (
        <>
          Too few subscribers acted to tell which version is better. The rest got {version}, as you had chosen for this
          case, from {outcomeTime}.
        </>
      )
    case 'by_hand':
      return (
        <>
          {outcome.user ?? 'A former member'} chose {version} for the rest on {outcomeTime}. Whether it is better is
          unknown.
        </>
      )
    case 'released':
      return <>The rest was released on {outcomeTime}.</>
  }
}

interface VersionPanelProps {
  version: VersionResult
  metric: 'clicks' | 'opens'
  chosen: boolean
  action: React.ReactNode
}

function VersionPanel({ version, metric, chosen, action }: VersionPanelProps) {
  const { number, subject, sent, tracked, click_rate, open_rate, clicks, opens, unsubscribed } = version
  const rows = [
    { label: 'Clicked', rate: click_rate, interval: clicks, is_metric: metric === 'clicks' },
    { label: 'Opened', rate: open_rate, interval: opens, is_metric: metric === 'opens' },
  ]
  return (
    <li className="grid content-start gap-3 rounded-xl border border-border p-4">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">
          <span className="me-2 text-muted-foreground">{versionName(number)}</span>
          <LiquidText text={subject} />
        </p>
        {chosen ? <Badge tone="success">Sent to the rest</Badge> : null}
      </div>
      <dl className="grid gap-2 text-sm">
        {rows.map(({ label, rate, interval, is_metric }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className={is_metric ? 'figures font-semibold' : 'figures'}>
              {rate === null ? 'Unknown' : formatPercent(rate)}
              {interval ? (
                <span className="ms-2 font-normal text-muted-foreground text-xs">
                  {formatPercent(interval.low)}–{formatPercent(interval.high)}
                </span>
              ) : null}
            </dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-muted-foreground">Unsubscribed</dt>
          <dd className="figures">{formatNumber(unsubscribed)}</dd>
        </div>
      </dl>
      <p className="text-muted-foreground text-xs">
        {formatNumber(sent)} sent in the first group. The true rate is in the range in 95 of 100 cases.
        {sent > tracked ? ` ${formatNumber(sent - tracked)} are not tracked, so what they did is unknown.` : ''}
      </p>
      {action}
    </li>
  )
}

const waitingText = (rest: number): string =>
  rest === 1
    ? t`1 person waits for the rest to be released.`
    : t`${formatCrowd(rest)} wait for the rest to be released.`
