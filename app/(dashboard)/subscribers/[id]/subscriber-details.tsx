'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCount, formatNumber, formatPercent } from '@/components/format'
import { Pencil } from '@/components/generated/icons'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { Stat, StatGroup } from '@/components/stat'
import { SubscriberStateBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'
import { AutomationsCard } from './automations-card'
import { EmailAnswerCard } from './email-answer-card'
import { FieldsCard } from './fields-card'
import { History } from './history'
import { NotesCard } from './notes-card'
import { OriginCard } from './origin-card'
import { PrivacyCard } from './privacy-card'
import { PurchasesCard } from './purchases-card'
import { statsQuery, subscriberQuery } from './queries'
import { TagsCard } from './tags-card'
import { UpcomingCard } from './upcoming-card'

const RestoreDialog = dynamic(async () => (await import('./restore-dialog')).RestoreDialog)
const EditSubscriberDialog = onDemand(async () => (await import('./edit-subscriber')).EditSubscriberDialog)

/** A subscriber with profile, history and actions. */
export function SubscriberDetails({ id }: { id: number }) {
  const trpc = useTRPC()
  const subscriber = useQuery(subscriberQuery(trpc, id))
  if (subscriber.error)
    return (
      <PageError query={subscriber} title="Couldn’t load this subscriber" href="/subscribers" label="All subscribers" />
    )
  if (!subscriber.data) return <DetailLoading />
  const { data } = subscriber
  return (
    <Page>
      <PageHeader
        back={{ href: '/subscribers', label: 'Subscribers' }}
        title={data.first_name ?? data.email_address}
        badge={<SubscriberStateBadge state={data.state} />}
        description={
          <>
            {data.first_name ? `${data.email_address} · ` : ''}
            {data.canceled_at ? (
              <>
                Unsubscribed on <DateTime at={data.canceled_at} />
              </>
            ) : (
              <>
                Joined on <DateTime at={data.created_at} />
              </>
            )}
          </>
        }
        actions={
          <IfRole atLeast="editor">
            <Actions subscriber={data} />
          </IfRole>
        }
      />
      <Figures id={id} is_tracked={data.is_tracked} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <History id={id} />
        <div className="grid gap-6 max-lg:contents">
          <div className="grid gap-6 max-lg:order-first">
            <NotesCard subscriber_id={id} />
            <UpcomingCard subscriber={data} />
          </div>
          <AutomationsCard subscriber_id={id} name={data.first_name ?? data.email_address} />
          <TagsCard subscriber={data} />
          <FieldsCard subscriber={data} />
          <PurchasesCard subscriber_id={id} />
          <EmailAnswerCard email_address={data.email_address} />
          <OriginCard subscriber={data} />
          <PrivacyCard subscriber={data} />
        </div>
      </div>
    </Page>
  )
}

function Figures({ id, is_tracked }: { id: number; is_tracked: boolean }) {
  const trpc = useTRPC()
  const stats = useQuery(statsQuery(trpc, id))
  if (!stats.data) return null
  const { sent, opened, clicked, open_rate, click_rate, last_opened } = stats.data.stats
  return (
    <StatGroup>
      <Stat label="Emails sent" value={formatNumber(sent)} />
      <Stat
        label="Opened"
        value={sent && is_tracked ? formatPercent(open_rate * 100) : '–'}
        hint={is_tracked ? countEmails(opened) : 'Not tracked'}
      />
      <Stat
        label="Clicked"
        value={sent && is_tracked ? formatPercent(click_rate * 100) : '–'}
        hint={is_tracked ? countEmails(clicked) : 'Not tracked'}
      />
      <Stat
        label="Last opened"
        value={
          <span className="text-base">
            {last_opened ? <DateTime at={last_opened} /> : is_tracked ? 'Never' : 'Not tracked'}
          </span>
        }
      />
    </StatGroup>
  )
}

const countEmails = (count: number) => formatCount(count, 'email')

function Actions({ subscriber }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const unsubscribe = useAction(trpc.subscribers.unsubscribe)
  const reactivate = useAction(trpc.subscribers.reactivate)
  async function run(action: Promise<unknown>, done: string) {
    await action
    await client.invalidateQueries(trpc.subscribers.pathFilter())
    toast.success(done)
  }
  return (
    <>
      <EditSubscriber subscriber={subscriber} />
      {subscriber.state === 'bounced' ? <RestoreDialog subscriber={subscriber} /> : null}
      {subscriber.state === 'inactive' ? (
        <ConfirmDialog
          trigger={<Button>Mark as confirmed</Button>}
          title="Mark as confirmed?"
          description="They have not clicked the confirmation link. Continue only if they told you that they want your emails."
          confirmLabel="Mark as confirmed"
          onConfirm={() => run(reactivate.run({ id: subscriber.id }), 'Subscriber confirmed')}
        />
      ) : null}
      {subscriber.state === 'cancelled' ? null : (
        <ConfirmDialog
          trigger={<Button variant="outline">Unsubscribe</Button>}
          title={`Unsubscribe ${subscriber.email_address}?`}
          description="They receive no more emails. Only they can subscribe again."
          confirmLabel="Unsubscribe"
          tone="destructive"
          onConfirm={() => run(unsubscribe.run({ id: subscriber.id }), 'Subscriber unsubscribed')}
        />
      )}
    </>
  )
}

function EditSubscriber({ subscriber }: { subscriber: SubscriberProfile }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} variant="outline">
        <Pencil aria-hidden /> Edit
      </Button>
      <EditSubscriberDialog subscriber={subscriber} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
