'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { MailRoute } from '@/components/delivery/mail-route'
import { ProofCard } from '@/components/delivery/proof-card'
import { RecipientList, useRecipientFilter } from '@/components/delivery/recipient-list'
import { ErrorState } from '@/components/error-state'
import { formatCount, formatNumber, formatPercent } from '@/components/format'
import { LiquidText } from '@/components/liquid-text'
import { DetailLoading } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { EmailReport as Report } from '@/server/modules/automations/email-schema.ts'
import { proofQuery, recipientsQuery } from './queries'

const TABS = ['overview', 'recipients'] as const

/** Results of an automation email, over all runs and versions. */
export function EmailReport({ automation_id, id }: { automation_id: number; id: number }) {
  const trpc = useTRPC()
  const report = useQuery(trpc.automations.emails.report.queryOptions({ id }, { refetchInterval: 60_000 }))
  // The URL contains both IDs, but the email must belong to the automation.
  const is_other = report.data !== undefined && report.data.automation_id !== automation_id
  if (report.error || is_other) {
    return (
      <Page>
        <ErrorState
          as="h1"
          title="Couldn’t load this report"
          error={report.error ?? new Error('This automation has no such email.')}
          onRetry={() => void report.refetch()}
        />
      </Page>
    )
  }
  if (!report.data) return <DetailLoading />
  return (
    <Page>
      <PageHeader
        back={{ href: `/automations/${automation_id}`, label: report.data.automation_name }}
        title={<LiquidText text={report.data.subject || 'No subject'} />}
        description="Every copy of this email that was sent, in all versions of the automation."
      />
      <Results report={report.data} />
    </Page>
  )
}

function Results({ report }: { report: Report }) {
  const trpc = useTRPC()
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('overview'))
  const { id, automation_id, stats, held, problem } = report
  const proof = useQuery(proofQuery(trpc, id))
  return (
    <Tabs value={tab} onValueChange={(value) => void setTab(TABS.find((known) => known === value) ?? null)}>
      <TabsList aria-label="Report">
        <TabsTrigger value="overview">Overview</TabsTrigger>
        <TabsTrigger value="recipients">Recipients</TabsTrigger>
      </TabsList>
      <TabsContent value="overview" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {held > 0 ? (
          <Alert
            tone="warning"
            title={`${formatCount(held, 'subscriber')} stuck at this email`}
            action={{ href: `/automations/${automation_id}?tab=subscribers&state=held`, label: 'Show subscribers' }}
          >
            {problem ?? 'It could not be sent. Each message is tried again automatically.'}
          </Alert>
        ) : null}
        <StatGroup>
          <Stat label="Sent" value={formatNumber(stats.recipients)} />
          <Stat label="Open rate" value={formatPercent(stats.open_rate)} />
          <Stat label="Click rate" value={formatPercent(stats.click_rate)} />
          <Stat label="Stuck" value={formatNumber(held)} hint="at the step, not sent yet" />
        </StatGroup>
        <MailRoute of={{ automation_email_id: id }} />
        <ProofCard proof={proof.data} error={proof.data ? undefined : proof.error?.message} />
      </TabsContent>
      <TabsContent value="recipients">
        <Recipients id={id} />
      </TabsContent>
    </Tabs>
  )
}

function Recipients({ id }: { id: number }) {
  const trpc = useTRPC()
  const filter = useRecipientFilter()
  const list = useQuery(recipientsQuery(trpc, id, filter))
  return <RecipientList list={list} email={{ kind: 'automation_email', id }} />
}
