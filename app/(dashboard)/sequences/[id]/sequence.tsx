'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { KeptDrafts } from '@/components/email-editor/kept-drafts'
import { formatNumber, formatPercent } from '@/components/format'
import { Pause, Play } from '@/components/generated/icons'
import { RowMenu } from '@/components/list/row-menu'
import { DetailLoading } from '@/components/loading'
import { MissingPostalAddressNotice } from '@/components/missing-postal-address-notice'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { useAction } from '@/components/use-action'
import type { SequenceOverview } from '@/server/modules/sequences/composer-schema.ts'
import { SequenceBadge } from '../sequence-badge'
import { useDuplicate } from '../use-duplicate'
import { useImpactDialog } from './impact-dialog'
import { sequenceQuery, TABS } from './queries'
import { Timeline } from './timeline'
import { UnconfirmedDeliveries } from './unconfirmed-deliveries'

const SendAllDialog = dynamic(async () => (await import('./send-all-dialog')).SendAllDialog)
const SequenceSubscribers = dynamic(async () => (await import('./sequence-subscribers')).SequenceSubscribers)
const SettingsForm = dynamic(async () => (await import('./settings-form')).SettingsForm)

export function Sequence({ id }: { id: number }) {
  const trpc = useTRPC()
  const sequence = useQuery(sequenceQuery(trpc, id))
  if (sequence.error)
    return <PageError query={sequence} title="Couldn’t load this sequence" href="/sequences" label="All sequences" />
  return sequence.data ? <Opened sequence={sequence.data} /> : <DetailLoading />
}

function Opened({ sequence }: { sequence: SequenceOverview }) {
  const { id, stats } = sequence
  const duplicate = useDuplicate()
  const [sendingAll, setSendingAll] = useState(false)
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('emails'))
  return (
    <Page>
      <PageHeader
        back={{ href: '/sequences', label: 'Sequences' }}
        title={sequence.name}
        badge={<SequenceBadge active={sequence.active} />}
        description={sequence.active ? undefined : 'Paused. No emails are sent, and subscribers keep their position.'}
        actions={
          <>
            <PauseButton sequence={sequence} />
            <IfRole atLeast="editor">
              <RowMenu name={sequence.name}>
                {sequence.steps.length > 0 ? (
                  <DropdownMenuItem onSelect={() => setSendingAll(true)}>Send me all emails</DropdownMenuItem>
                ) : null}
                <DropdownMenuItem onSelect={() => duplicate.start({ id })}>Duplicate</DropdownMenuItem>
              </RowMenu>
            </IfRole>
          </>
        }
      />
      {sendingAll ? <SendAllDialog sequence={sequence} onClose={() => setSendingAll(false)} /> : null}
      <KeptDrafts of={`sequence ${sequence.id} email`} path={`/sequences/${sequence.id}/emails`} />
      {sequence.active ? <MissingPostalAddressNotice /> : null}
      {sequence.undecided > 0 ? <UnconfirmedDeliveries id={id} count={sequence.undecided} /> : null}
      <StatGroup>
        <Stat label="In progress" value={formatNumber(sequence.in_progress)} />
        <Stat label="Completed" value={formatNumber(sequence.completed)} />
        <Stat label="Opened" value={rate(stats.open_rate)} />
        <Stat label="Clicked" value={rate(stats.click_rate)} />
        <Stat label="Unsubscribed" value={rate(stats.unsubscribe_rate)} />
      </StatGroup>
      <Tabs value={tab} onValueChange={(value) => void setTab(TABS.find((known) => known === value) ?? null)}>
        <TabsList aria-label="Sequence sections">
          <TabsTrigger value="emails">Emails</TabsTrigger>
          <TabsTrigger value="subscribers">Subscribers</TabsTrigger>
          <TabsTrigger value="settings">Settings</TabsTrigger>
        </TabsList>
        <TabsContent value="emails">
          <Timeline sequence={sequence} />
        </TabsContent>
        <TabsContent value="subscribers">
          <SequenceSubscribers sequence={sequence} />
        </TabsContent>
        <TabsContent value="settings">
          <SettingsForm key={id} sequence={sequence} />
        </TabsContent>
      </Tabs>
    </Page>
  )
}

function PauseButton({ sequence: { id, active } }: { sequence: SequenceOverview }) {
  const trpc = useTRPC()
  const update = useAction(trpc.sequences.update, {
    invalidates: trpc.sequences,
    done: active ? 'Sequence paused' : 'Sequence resumed. Late emails are sent now',
  })
  const { ask, dialog } = useImpactDialog(id)
  const resume = () =>
    ask({
      edit: { kind: 'resume' },
      title: 'Resume the sequence?',
      confirmLabel: 'Resume sequence',
      run: () => update.run({ id, active: true }),
    })
  return (
    <IfRole atLeast="editor">
      <Button
        variant={active ? 'outline' : 'primary'}
        pending={update.isPending}
        onClick={() => void (active ? update.start({ id, active: false }) : resume())}
      >
        {active ? <Pause aria-hidden /> : <Play aria-hidden />} {active ? 'Pause' : 'Resume'}
      </Button>
      {dialog}
    </IfRole>
  )
}

const rate = (value: number | null) => (value === null ? '–' : formatPercent(value))
