import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RenderedEmail } from '@/components/email-editor/rendered-email'
import { ErrorState } from '@/components/error-state'
import { formatCount } from '@/components/format'
import { Mail, MailX } from '@/components/generated/icons'
import { plainLiquid } from '@/components/liquid-parts'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { LinkButton } from '@/components/ui/link-button'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { DryRunComparison, ReallySent } from '@/server/modules/automations/publishing-schema.ts'
import { MANY_EMAILS } from '@/server/modules/automations/values-schema.ts'
import { RunBadge } from '../runs/run-badge'

interface ComparisonSheetProps {
  dry_run_id: number
  /** Null: the sheet is closed. */
  subscriber_id: number | null
  onClose: () => void
}

/** Compares a subscriber’s simulated run with the emails they really received. */
export function ComparisonSheet({ dry_run_id: id, subscriber_id, onClose }: ComparisonSheetProps) {
  const trpc = useTRPC()
  const [email, setEmail] = useState<number>()
  const query = useQuery(
    trpc.automations.dryRuns.compare.queryOptions(
      { id, subscriber_id: subscriber_id ?? 1 },
      { enabled: subscriber_id !== null },
    ),
  )
  const data = subscriber_id === null ? undefined : query.data
  const close = () => {
    setEmail(undefined)
    onClose()
  }
  return (
    <Sheet
      open={subscriber_id !== null}
      onClose={close}
      isReading
      title={data ? (data.subscriber.first_name ?? data.subscriber.email_address) : 'Subscriber'}
      description={data?.subscriber.first_name ? data.subscriber.email_address : undefined}
      className="sm:max-w-4xl"
    >
      {query.error ? (
        <ErrorState as="h3" query={query} />
      ) : !data || subscriber_id === null ? (
        <RowsSkeleton rows={6} />
      ) : email === undefined ? (
        <Comparison comparison={data} onPreview={setEmail} />
      ) : (
        <EmailPreview id={id} subscriber_id={subscriber_id} email_id={email} onBack={() => setEmail(undefined)} />
      )}
    </Sheet>
  )
}

function Comparison({
  comparison: { subscriber, would, got, is_cut },
  onPreview,
}: {
  comparison: DryRunComparison
  onPreview: (email_id: number) => void
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <RunBadge state={subscriber.state} />
        {subscriber.most_emails > MANY_EMAILS ? (
          <Badge tone="warning">{formatCount(subscriber.most_emails, 'email')} in one day</Badge>
        ) : null}
        <LinkButton variant="outline" size="sm" className="ms-auto" href={`/subscribers/${subscriber.subscriber_id}`}>
          View subscriber
        </LinkButton>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-2">
        <Column title="Would have happened">
          {would.map((entry) => (
            <Entry
              key={entry.id}
              at={entry.at}
              isEmail={entry.email_id !== undefined}
              isNotSent={entry.not_sent !== undefined}
            >
              {entry.email_id !== undefined ? (
                <button
                  type="button"
                  className="text-start font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline"
                  onClick={() => onPreview(entry.email_id ?? 0)}
                >
                  {plainLiquid(entry.label || 'No subject')}
                </button>
              ) : entry.label ? (
                <span className="font-medium [overflow-wrap:anywhere]">{entry.label}</span>
              ) : null}
              {entry.message === `${entry.label}.` ? null : (
                <span className="[overflow-wrap:anywhere]">{entry.message}</span>
              )}
            </Entry>
          ))}
          {is_cut ? <li className="text-muted-foreground text-sm">Later steps are not shown.</li> : null}
        </Column>
        <Column title="Emails they received">
          {got.map((message) => (
            <Entry key={message.mail_id} at={message.sent_at} isEmail>
              <span className="font-medium [overflow-wrap:anywhere]">{message.subject || 'No subject'}</span>
              <span className="[overflow-wrap:anywhere]">{sourceOf(message)}</span>
            </Entry>
          ))}
          {got.length === 0 ? <li className="text-muted-foreground text-sm">No emails in this period.</li> : null}
        </Column>
      </div>
    </div>
  )
}

function sourceOf({ kind, of, is_own, is_opened, is_clicked }: ReallySent): string {
  const source =
    kind === 'broadcast' ? t`Broadcast` : `${kind === 'sequence_email' ? t`Sequence` : t`Automation`} “${of ?? ''}”`
  const read = is_clicked ? 'clicked' : is_opened ? 'opened' : t`not opened`
  return `${source}, ${read}${is_own ? t`. Sent by this automation, so it is not counted twice` : ''}.`
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-semibold text-sm">{title}</h3>
      <ol className="grid gap-4 border-border border-s-2 ps-4">{children}</ol>
    </section>
  )
}

interface EntryProps {
  at: string
  isEmail?: boolean
  isNotSent?: boolean
  children: ReactNode
}

function Entry({ at, isEmail = false, isNotSent = false, children }: EntryProps) {
  const Icon = isNotSent ? MailX : Mail
  return (
    <li className={cn('grid gap-0.5 text-sm', isEmail && 'rounded-xl border border-border bg-muted p-3')}>
      <span className={cn('grid gap-0.5', isEmail && 'grid-cols-[1rem_minmax(0,1fr)] gap-x-2')}>
        {isEmail ? <Icon aria-hidden className="mt-0.5 size-4 text-muted-foreground" /> : null}
        <span className="grid gap-0.5 justify-items-start">
          {children}
          <span className="text-muted-foreground text-xs">
            <DateTime at={at} />
          </span>
        </span>
      </span>
    </li>
  )
}

function EmailPreview({ onBack, ...key }: { id: number; subscriber_id: number; email_id: number; onBack: () => void }) {
  const trpc = useTRPC()
  const preview = useQuery(trpc.automations.dryRuns.preview.queryOptions(key, { staleTime: 0 }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Button variant="outline" size="sm" className="w-fit" onClick={onBack}>
        Back to the comparison
      </Button>
      <Loaded query={preview} as="h3" loading={<Skeleton className="h-128 w-full rounded-xl" />}>
        {(loaded) => (
          <>
            <RenderedEmail preview={loaded} />
            <p className="text-muted-foreground text-sm">Rendered with the subscriber’s current data.</p>
          </>
        )}
      </Loaded>
    </div>
  )
}
