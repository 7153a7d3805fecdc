'use client'

import { useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { formatCount } from '@/components/format'
import { Search } from '@/components/generated/icons'
import { RowsSkeleton } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { useAction } from '@/components/use-action'
import type { FoundMessage, FoundMessages } from '@/server/modules/admin/mail-schema.ts'
import { FoundMessageList, ServiceEmailList } from './found-messages'
import { MessageEvidenceDialog } from './message-evidence-dialog'

/** Searches messages of all accounts by Message-ID or recipient. Each search writes an audit entry. */
export function MessageFinder() {
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const [openMessage, setOpenMessage] = useState<FoundMessage>()
  const search = useAction(trpc.admin.mail.findMessages, { showsError: true })
  return (
    <Page>
      <PageHeader
        title="Messages"
        description="Find what happened to a message of any account. Each search is recorded in the audit log."
      />
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) search.start({ text })
        }}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            aria-label="Message-ID or email address"
            aria-describedby="message-search-hint"
            placeholder="name@example.com"
            className="max-w-xl flex-1 basis-60"
            autoComplete="off"
            spellCheck={false}
            maxLength={1_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" pending={search.isPending} disabled={!text.trim()}>
            <Search aria-hidden /> Find messages
          </Button>
        </div>
        <p id="message-search-hint" className="text-muted-foreground text-sm">
          The recipient’s exact address, the Message-ID header, or the return path of a bounce.
        </p>
      </form>
      {search.error ? <Alert role="alert" tone="danger" title={search.error.message} /> : null}
      <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {search.isPending ? (
          <RowsSkeleton rows={3} />
        ) : search.data ? (
          <Found found={search.data} onShow={setOpenMessage} />
        ) : null}
      </div>
      <MessageEvidenceDialog message={openMessage} onClose={() => setOpenMessage(undefined)} />
    </Page>
  )
}

function Found({ found, onShow }: { found: FoundMessages; onShow: (message: FoundMessage) => void }) {
  const { by, messages, service_emails, accounts, is_cut } = found
  if (messages.length + service_emails.length === 0)
    return (
      <EmptyState
        illustration="search"
        title="No message found"
        description={
          by === 'message'
            ? 'The message may have been deleted with its email or subscriber, or belong to another instance.'
            : accounts > 0
              ? `${formatCount(accounts, 'account')} know the address, and none has emailed it.`
              : 'No account has a subscriber with this address. Check its spelling.'
        }
      />
    )
  return (
    <>
      {messages.length > 0 ? <FoundMessageList messages={messages} is_cut={is_cut} onShow={onShow} /> : null}
      {service_emails.length > 0 ? <ServiceEmailList emails={service_emails} /> : null}
    </>
  )
}
