import { DataTable } from '@/components/data-table'
import { deliveryParts } from '@/components/delivery/delivery-parts'
import { bounceText, reasonText } from '@/components/delivery/delivery-reasons'
import { Badge } from '@/components/ui/badge'
import type { FoundMessage, FoundServiceEmail } from '@/server/modules/admin/mail-schema.ts'
import type { BounceType } from '@/server/modules/delivery/schema.ts'

interface FoundMessageListProps {
  messages: FoundMessage[]
  is_cut: boolean
  onShow: (message: FoundMessage) => void
}

/** Messages to subscribers, newest first. */
export function FoundMessageList({ messages, is_cut, onShow }: FoundMessageListProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold text-base">Messages to subscribers</h2>
      <DataTable
        caption="Messages to subscribers"
        rows={messages}
        rowId={({ account_id, mail_id, subscriber_id }) => `${account_id}.${mail_id}.${subscriber_id}`}
        columns={[
          {
            header: 'Message',
            cell: (message) => (
              <button
                type="button"
                onClick={() => onShow(message)}
                className="grid gap-0.5 rounded-sm text-start underline-offset-4 hover:underline"
              >
                <span className="[overflow-wrap:anywhere]">{message.subject}</span>
                <span className="font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
                  {message.email_address} · {message.account_name}
                </span>
              </button>
            ),
          },
          { header: 'State', phone: 'aside', cell: (message) => <MessageState message={message} /> },
          {
            header: 'Last reply',
            from: 'lg',
            phone: 'plain',
            className: 'md:max-w-0 md:w-1/3',
            cell: ({ reply, transport, reason }) => (
              <span className="grid gap-0.5 text-xs">
                <span className="font-mono [overflow-wrap:anywhere] md:line-clamp-2">
                  {reply ?? (reason ? reasonText(reason) : '–')}
                </span>
                {transport ? <span className="text-muted-foreground">{transport}</span> : null}
              </span>
            ),
          },
          {
            header: 'Time',
            align: 'end',
            phone: 'plain',
            ago: ({ at }) => at,
          },
        ]}
        empty={null}
      />
      {is_cut ? <p className="text-muted-foreground text-sm">Only the 100 newest messages are listed.</p> : null}
    </section>
  )
}

export function MessageState({ message }: { message: FoundMessage }) {
  const { state, attempts, bounced_at, bounce_type, complained_at } = message
  const part = state === 'queued' ? (attempts > 0 ? 'retrying' : 'waiting') : state === 'sending' ? 'waiting' : state
  const label = deliveryParts[part as keyof typeof deliveryParts]?.label ?? state
  const tone = state === 'sent' ? 'success' : state === 'queued' || state === 'sending' ? 'info' : 'warning'
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tone}>{label}</Badge>
      {bounced_at ? <Badge tone="danger">{bounceText(bounce_type as BounceType | null)}</Badge> : null}
      {complained_at ? <Badge tone="danger">Complained</Badge> : null}
    </span>
  )
}

/** Emails of the service itself, such as links to verify an address. */
export function ServiceEmailList({ emails }: { emails: FoundServiceEmail[] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold text-base">Service emails</h2>
      <DataTable
        caption="Service emails"
        rows={emails}
        rowId={({ id }) => id}
        columns={[
          {
            header: 'Email',
            cell: ({ subject, error, reply }) => (
              <span className="grid gap-0.5">
                <span className="[overflow-wrap:anywhere]">{subject}</span>
                {(error ?? reply) ? (
                  <span className="font-mono font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
                    {error ?? reply}
                  </span>
                ) : null}
              </span>
            ),
          },
          {
            header: 'State',
            phone: 'aside',
            cell: ({ sent_at, error }) =>
              sent_at ? (
                <Badge tone="success">Sent</Badge>
              ) : error ? (
                <Badge tone="danger">Failed</Badge>
              ) : (
                <Badge tone="info">Waiting</Badge>
              ),
          },
          {
            header: 'Created',
            align: 'end',
            phone: 'plain',
            ago: ({ created_at }) => created_at,
          },
        ]}
        empty={null}
      />
    </section>
  )
}
