'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ErrorState } from '@/components/error-state'
import { HtmlFrame } from '@/components/html-frame'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { Preview } from '@/server/modules/delivery/schema.ts'
import type { EmailRef } from './email-ref'
import { SubscriberPicker } from './subscriber-picker'
import { TestEmailDialog } from './test-email-dialog'

interface PreviewSheetProps {
  email: EmailRef
  open: boolean
  onClose: () => void
  /** Saves pending changes before the preview. */
  flush: () => Promise<void>
}

/** Previews the email for one subscriber and sends tests. */
export function PreviewSheet({ email, open, onClose, flush }: PreviewSheetProps) {
  const [subscriber_id, setSubscriber] = useState<number>()
  const [stored, setStored] = useState(false)
  useEffect(() => {
    if (!open) return setStored(false)
    flush().then(
      () => setStored(true),
      () => setStored(true),
    )
  }, [open, flush])
  const preview = usePreview(email, { subscriber_id, enabled: open && stored })

  return (
    <Sheet open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <SheetContent side="right" title="Preview" className="w-full sm:max-w-3xl">
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <SubscriberPicker current={preview.data?.subscriber} onChoose={setSubscriber} />
            <IfRole atLeast="editor">
              <TestEmailDialog
                email={email}
                subscriber={preview.data?.subscriber}
                disabled={(preview.data?.mistakes.length ?? 1) > 0}
              />
            </IfRole>
          </div>
          {preview.error ? (
            <ErrorState as="h3" error={preview.error} onRetry={() => void preview.refetch()} />
          ) : preview.data ? (
            <Rendered preview={preview.data} />
          ) : (
            <Skeleton className="h-128 w-full rounded-xl" />
          )}
        </div>
      </SheetContent>
    </Sheet>
  )
}

function usePreview(ref: EmailRef, { subscriber_id, enabled }: { subscriber_id?: number; enabled: boolean }) {
  const trpc = useTRPC()
  const sequence_email = ref.kind === 'sequence_email' ? ref : undefined
  const options = { placeholderData: keepPreviousData, staleTime: 0 }
  const of_broadcast = useQuery(
    trpc.broadcasts.preview.queryOptions(
      { id: ref.id, subscriber_id, version: ref.kind === 'broadcast' ? ref.version : undefined },
      { ...options, enabled: enabled && ref.kind === 'broadcast' },
    ),
  )
  const of_email = useQuery(
    trpc.sequences.preview.queryOptions(
      { sequence_id: sequence_email?.sequence_id ?? 0, id: ref.id, subscriber_id },
      { ...options, enabled: enabled && Boolean(sequence_email) },
    ),
  )
  const of_automation = useQuery(
    trpc.automations.emails.preview.queryOptions(
      { id: ref.id, subscriber_id },
      { ...options, enabled: enabled && ref.kind === 'automation_email' },
    ),
  )
  return { broadcast: of_broadcast, sequence_email: of_email, automation_email: of_automation }[ref.kind]
}

function Rendered({ preview }: { preview: Preview }) {
  const [narrow, setNarrow] = useState(false)
  return (
    <div className="grid gap-4">
      {preview.mistakes.map((mistake) => (
        <Alert
          key={`${mistake.part} ${mistake.line}`}
          role="alert"
          tone="danger"
          title={`${PARTS[mistake.part]}, line ${mistake.line}: ${mistake.message}`}
        />
      ))}
      <dl className="grid gap-1 text-sm [&>div]:grid [&>div]:grid-cols-[4.5rem_1fr] [&_dt]:text-muted-foreground">
        <div>
          <dt>From</dt>
          <dd className="[overflow-wrap:anywhere]">{preview.from}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd className="font-medium">{preview.subject || '–'}</dd>
        </div>
        {preview.preview_text ? (
          <div>
            <dt>Preview</dt>
            <dd className="text-muted-foreground">{preview.preview_text}</dd>
          </div>
        ) : null}
      </dl>
      <Tabs defaultValue="html" className="gap-4">
        <div className="flex items-end justify-between gap-4">
          <TabsList aria-label="Version">
            <TabsTrigger value="html">Email</TabsTrigger>
            <TabsTrigger value="text">Plain text</TabsTrigger>
          </TabsList>
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:hidden"
            aria-pressed={narrow}
            onClick={() => setNarrow(!narrow)}
          >
            {narrow ? <Monitor aria-hidden /> : <Smartphone aria-hidden />} {narrow ? 'Desktop width' : 'Mobile width'}
          </Button>
        </div>
        <TabsContent value="html">
          <HtmlFrame title="Email" html={preview.html} className={cn('mx-auto', narrow && 'max-w-[390px]')} />
        </TabsContent>
        <TabsContent value="text">
          <pre className="whitespace-pre-wrap rounded-xl border border-border bg-card p-5 text-sm [overflow-wrap:anywhere]">
            {preview.text}
          </pre>
        </TabsContent>
      </Tabs>
    </div>
  )
}

const PARTS = { subject: 'Subject', preview_text: 'Preview text', content: 'Content', template: 'Template' }
