'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { MailRoute } from '@/components/delivery/mail-route'
import { ProofCard } from '@/components/delivery/proof-card'
import { RecipientList, useRecipientFilter } from '@/components/delivery/recipient-list'
import { ErrorState } from '@/components/error-state'
import { formatNumber, formatPercent } from '@/components/format'
import { LiquidText } from '@/components/liquid-text'
import { DetailLoading } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { EmailKey, SequenceStep } from '@/server/modules/sequences/composer-schema.ts'
import { EmailStatusBadge } from '../../../../sequence-badge'
import { proofQuery, recipientsQuery } from './queries'

const TABS = ['overview', 'recipients'] as const

/** Results of a sequence email, over all runs and edits. */
export function EmailReport({ sequence_id, id }: EmailKey) {
  const trpc = useTRPC()
  const sequence = useQuery(trpc.sequences.get.queryOptions({ id: sequence_id }))
  const step = sequence.data?.steps.find((one) => one.id === id)
  if (sequence.error || (sequence.data && !step)) {
    return (
      <Page>
        <ErrorState
          as="h1"
          title="Couldn’t load this report"
          error={sequence.error ?? new Error('The email was deleted.')}
          onRetry={() => void sequence.refetch()}
        />
      </Page>
    )
  }
  if (!step) return <DetailLoading />
  return (
    <Page>
      <PageHeader
        back={{ href: `/sequences/${sequence_id}`, label: sequence.data?.name ?? 'Sequence' }}
        title={<LiquidText text={step.subject || 'Untitled email'} />}
        badge={<EmailStatusBadge published={step.published} />}
        description="Every copy of this email that was sent or is due now."
      />
      <Results step={step} />
    </Page>
  )
}

function Results({ step }: { step: SequenceStep }) {
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('overview'))
  const trpc = useTRPC()
  const { sequence_id, id, stats } = step
  const proof = useQuery(proofQuery(trpc, { sequence_id, id }))
  return (
    <Tabs value={tab} onValueChange={(value) => void setTab(TABS.find((known) => known === value) ?? null)}>
      <TabsList aria-label="Report">
        <TabsTrigger value="overview">Overview</TabsTrigger>
        <TabsTrigger value="recipients">Recipients</TabsTrigger>
      </TabsList>
      <TabsContent value="overview" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <StatGroup>
          <Stat label="Sent" value={formatNumber(stats.recipients)} />
          <Stat label="Open rate" value={formatPercent(stats.open_rate)} />
          <Stat label="Click rate" value={formatPercent(stats.click_rate)} />
          <Stat label="Waiting for it" value={formatNumber(step.waiting)} hint="in the sequence, not due yet" />
        </StatGroup>
        <MailRoute of={{ sequence_email_id: id }} />
        <ProofCard proof={proof.data} error={proof.data ? undefined : proof.error?.message} />
      </TabsContent>
      <TabsContent value="recipients">
        <Recipients sequence_id={sequence_id} id={id} />
      </TabsContent>
    </Tabs>
  )
}

function Recipients(key: EmailKey) {
  const trpc = useTRPC()
  const filter = useRecipientFilter()
  const list = useQuery(recipientsQuery(trpc, key, filter))
  return <RecipientList list={list} email={{ kind: 'sequence_email', ...key }} />
}
