'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BounceWave } from '@/components/bounce-wave'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { formatNumber, formatPercent } from '@/components/format'
import { CircleCheck, CirclePause, TriangleAlert } from '@/components/generated/icons'
import { sendingHealthQuery } from '@/components/page-queries'
import { useHasRole } from '@/components/role'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { DomainHealth } from '@/server/modules/reputation/schema.ts'
import { SettingsPage } from '../settings-page'

const STATES = {
  good: { label: 'Good', tone: 'success', icon: CircleCheck },
  warned: { label: 'Too high', tone: 'warning', icon: TriangleAlert },
  paused: { label: 'Paused', tone: 'danger', icon: CirclePause },
} as const

const nameOf = ({ domain }: DomainHealth) => (domain === '*' ? 'All domains' : domain)
const percent = (rate: number | null) => (rate === null ? '–' : formatPercent(rate, 2))

/** Hard bounces and complaints of the last week, and their consequences. */
export function SendingHealth() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const isAdmin = useHasRole('admin')
  const [domainToResume, setDomainToResume] = useState<DomainHealth>()
  const [note, setNote] = useState('')
  const health = useQuery(sendingHealthQuery(trpc))
  const resume = useAction(trpc.reputation.resume)
  const alarms = health.data?.domains.filter(({ state }) => state !== 'good') ?? []

  return (
    <SettingsPage
      title="Sending health"
      description="Hard bounces and spam complaints of the last 7 days. Mailbox providers block senders with high rates."
    >
      <WaitingBounces />
      {alarms.map((domain) => (
        <Alert
          key={domain.domain}
          tone={domain.state === 'paused' ? 'danger' : 'warning'}
          title={
            domain.state === 'paused' ? `Sending is paused: ${nameOf(domain)}` : `Rates are too high: ${nameOf(domain)}`
          }
        >
          <div className="grid justify-items-start gap-3">
            <p>
              {domain.summary}{' '}
              {domain.state === 'paused'
                ? 'Unsent messages stay queued. Broadcasts stop and sequences wait.'
                : 'If the rate keeps growing, sending is paused.'}
            </p>
            {domain.state === 'paused' && isAdmin ? (
              <Button variant="outline" onClick={() => setDomainToResume(domain)}>
                Resume sending
              </Button>
            ) : null}
          </div>
        </Alert>
      ))}
      <DataTable
        caption="Sending health"
        rows={health.data?.domains}
        rowId={({ domain }) => domain}
        query={health}
        columns={[
          { header: 'From domain', cell: nameOf },
          {
            header: 'Sent',
            phone: 'hidden',
            figure: ({ sent }) => formatNumber(sent),
          },
          {
            header: 'Complaints',
            align: 'end',
            className: 'figures',
            cell: ({ complaint_rate }) => percent(complaint_rate),
          },
          {
            header: 'Hard bounces',
            align: 'end',
            className: 'figures',
            cell: ({ hard_bounce_rate }) => percent(hard_bounce_rate),
          },
          {
            header: 'State',
            phone: 'aside',
            cell: ({ state }) => <StatusBadge {...STATES[state]} />,
          },
        ]}
        empty={{
          illustration: 'emails',
          title: 'Nothing sent in the last 7 days',
          description: 'Rates appear here after your next email.',
        }}
      />
      <p className="text-muted-foreground text-sm">
        Complaints: a warning at 0.1%, a pause at 0.3%. Hard bounces: a warning at 5%, a pause at 10%. Full mailboxes
        and blocked messages do not count. Rates count as if at least 2,000 messages had been sent for complaints and
        200 for hard bounces, so a single report does not pause a small list.
      </p>

      <ConfirmDialog
        open={Boolean(domainToResume)}
        onClose={() => setDomainToResume(undefined)}
        title="Resume sending?"
        description={
          <span className="grid gap-4">
            <span>{domainToResume?.summary}</span>
            <span>
              Sequences continue, and you can resume stopped broadcasts. Rates are counted from now on, and too many new
              complaints or hard bounces pause sending again.
            </span>
            <Field label="What did you change?" description="Kept in the security log.">
              <Textarea value={note} rows={3} maxLength={500} onChange={(event) => setNote(event.target.value)} />
            </Field>
          </span>
        }
        confirmLabel="Resume sending"
        onConfirm={async () => {
          if (!domainToResume) return
          await resume.run({ domain: domainToResume.domain, note })
          setNote('')
          await client.invalidateQueries(trpc.reputation.pathFilter())
          toast.success('Sending resumed')
        }}
      />
    </SettingsPage>
  )
}

/** Bounces waiting for a decision by an owner or admin. */
function WaitingBounces() {
  const trpc = useTRPC()
  const isAdmin = useHasRole('admin')
  const waves = useQuery(trpc.bounce_waves.list.queryOptions())
  const decide = useAction(trpc.bounce_waves.decide, { invalidates: trpc.bounce_waves })
  return waves.data?.map((wave) => (
    <BounceWave
      key={wave.id}
      wave={wave}
      onDecide={isAdmin ? (decision) => decide.run({ id: wave.id, decision }) : undefined}
    />
  ))
}
