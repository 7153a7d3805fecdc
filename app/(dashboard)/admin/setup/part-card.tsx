import type { UseQueryResult } from '@tanstack/react-query'
import Link from 'next/link'
import { CircleCheck, CircleX, Loader, type LucideIcon, TriangleAlert } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { Alert } from '@/components/ui/alert'
import type { Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import type { Finding } from '@/server/lib/finding.ts'
import type { EnvironmentSetting } from '@/server/modules/admin/overview/environment.ts'
import type { parts } from './parts'

const STATES: Record<Finding['status'], { label: string; tone: Tone; icon: LucideIcon; color: string }> = {
  ok: { label: 'Works', tone: 'success', icon: CircleCheck, color: 'text-success-ink' },
  warn: { label: 'Needs attention', tone: 'warning', icon: TriangleAlert, color: 'text-warning-ink' },
  fail: { label: 'Does not work', tone: 'danger', icon: CircleX, color: 'text-destructive-ink' },
}

interface PartCardProps {
  part: (typeof parts)[keyof typeof parts]
  /** Undefined while loading. */
  settings: EnvironmentSetting[] | undefined
  test: Pick<
    UseQueryResult<Finding[], { message: string }>,
    'data' | 'error' | 'isFetching' | 'refetch' | 'dataUpdatedAt'
  >
}

/** A part of the setup with its state, settings, and latest test results. */
export function PartCard({ part: { title, purpose, settings: names, more }, settings, test }: PartCardProps) {
  return (
    <SectionCard
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {title} <State test={test} />
        </span>
      }
      description={purpose}
      actions={
        <Button
          variant="outline"
          size="sm"
          pending={test.isFetching}
          aria-label={`Test ${title.toLowerCase()}`}
          onClick={() => void test.refetch()}
        >
          Test
        </Button>
      }
      className="grid gap-5"
    >
      <div aria-live="polite" className="grid gap-2 empty:hidden">
        {test.error ? (
          <Alert tone="danger" title="The test did not run">
            {test.error.message}
          </Alert>
        ) : test.data ? (
          <Findings findings={test.data} />
        ) : null}
      </div>
      <SettingList names={names} settings={settings} />
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-muted-foreground text-xs">
        <Link
          href={more.href}
          className="inline-flex min-h-6 items-center text-primary-ink underline underline-offset-4"
        >
          {more.label}
        </Link>
        {test.dataUpdatedAt > 0 ? (
          <span>
            Tested <RelativeTime at={new Date(test.dataUpdatedAt).toISOString()} />
          </span>
        ) : null}
      </p>
    </SectionCard>
  )
}

function State({ test: { data, error, isFetching } }: Pick<PartCardProps, 'test'>) {
  if (isFetching) return <StatusBadge label="Testing" tone="neutral" icon={Loader} />
  if (error || !data) return <StatusBadge label="Not tested" tone="neutral" icon={TriangleAlert} />
  const worst = (['fail', 'warn'] as const).find((status) => data.some((one) => one.status === status)) ?? 'ok'
  const { label, tone, icon } = STATES[worst]
  return <StatusBadge label={label} tone={tone} icon={icon} />
}

function Findings({ findings }: { findings: Finding[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {findings.map(({ subject, status, text }) => {
        const { icon: Icon, label, color } = STATES[status]
        return (
          <li key={`${subject} ${text}`} className="flex items-start gap-2.5">
            <Icon role="img" aria-label={label} className={cn('mt-0.5 size-4 shrink-0', color)} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">{subject}:</span> {text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function SettingList({ names, settings = [] }: { names: string[]; settings: EnvironmentSetting[] | undefined }) {
  const shown = names.flatMap((name) => settings.filter((setting) => setting.name === name))
  return (
    <dl className="grid gap-px overflow-hidden rounded-xl border border-border bg-border text-sm">
      {shown.map(({ name, description, value, source }) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 bg-card px-4 py-3 md:grid-cols-[minmax(0,1fr)_14rem]">
          <dt className="grid min-w-0 gap-0.5">
            <code className="text-xs [overflow-wrap:anywhere]">{name}</code>
            <span className="text-muted-foreground text-xs">{description}</span>
          </dt>
          <dd className="min-w-0 text-sm [overflow-wrap:anywhere] md:text-end">
            {value === null ? (
              <span className="text-muted-foreground">Not set</span>
            ) : (
              <>
                {value === 'set' ? 'Set' : value}
                {source === 'default' ? <span className="text-muted-foreground"> (default)</span> : null}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
