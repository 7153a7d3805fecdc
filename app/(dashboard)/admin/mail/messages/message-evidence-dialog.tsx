import Link from 'next/link'
import { useEffect } from 'react'
import { WhyAnswer } from '@/components/delivery/why-dialog'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { FoundMessage, MessageEvidence } from '@/server/modules/admin/mail-schema.ts'
import { SOURCES } from '../sources'

/** The chain of decisions about a message, and reports about it. Opening it writes an audit entry. */
export function MessageEvidenceDialog({
  message,
  onClose,
}: {
  message: FoundMessage | undefined
  onClose: () => void
}) {
  const trpc = useTRPC()
  const { start, reset, data, error } = useAction(trpc.admin.mail.message, { showsError: true })
  useEffect(() => {
    if (!message) return reset()
    const { account_id, mail_id, subscriber_id } = message
    start({ account_id, mail_id, subscriber_id })
  }, [message, start, reset])
  return (
    <Dialog
      open={message !== undefined}
      onClose={onClose}
      title={message?.subject ?? 'Message'}
      description={message?.account_name}
      className="sm:max-w-2xl"
    >
      {error ? (
        <Alert role="alert" tone="danger" title={error.message} />
      ) : data ? (
        <Evidence evidence={data} />
      ) : (
        <Skeleton className="h-60 w-full rounded-xl" />
      )}
    </Dialog>
  )
}

function Evidence({ evidence: { message, message_id, why, reports } }: { evidence: MessageEvidence }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm [&>dd]:[overflow-wrap:anywhere] [&>dt]:text-muted-foreground">
        <dt>Message-ID</dt>
        <dd className="font-mono text-xs leading-5">{message_id}@…</dd>
        <dt>Account</dt>
        <dd>
          <Link
            className="text-primary-ink underline underline-offset-4"
            href={`/admin/accounts/${message.account_id}`}
          >
            {message.account_name}
          </Link>
        </dd>
        <dt>Transport</dt>
        <dd>{message.transport ?? (message.state === 'sent' ? 'Not recorded' : 'None was asked')}</dd>
        <dt>Attempts</dt>
        <dd>{message.attempts}</dd>
        <dt>Last reply</dt>
        <dd className="font-mono text-xs leading-5">{message.reply ?? '–'}</dd>
      </dl>
      <WhyAnswer why={why} />
      <section className="grid gap-3 text-sm">
        <h3 className="font-semibold">Reports</h3>
        {reports.length === 0 ? (
          <p className="text-muted-foreground">No report about this message arrived.</p>
        ) : (
          <ul className="grid gap-3">
            {reports.map(({ id, source, kind, status, diagnostic, outcome, reported_at }) => (
              <li key={id} className="grid gap-0.5 [overflow-wrap:anywhere]">
                <span>
                  {kind.replaceAll('_', ' ')} {status} by {SOURCES[source] ?? source}, {outcome}
                </span>
                {diagnostic ? <span className="font-mono text-xs">{diagnostic}</span> : null}
                <DateTime at={reported_at} className="text-muted-foreground text-xs" />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
