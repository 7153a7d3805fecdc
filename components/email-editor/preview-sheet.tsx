import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ChevronLeft, ChevronRight, type LucideIcon } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { IconButton } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { EmailRef } from './email-ref'
import { RenderedEmail } from './rendered-email'
import { SubscriberPicker } from './subscriber-picker'
import { TestEmailDialog } from './test-email-dialog'

interface PreviewSheetProps {
  email: EmailRef
  open: boolean
  onClose: () => void
  /** Saves pending changes before previewing. */
  flush: () => Promise<void>
}

/** Previews the email for one subscriber and sends tests. Leads to the other emails of a sequence, for the same subscriber. */
export function PreviewSheet({ email: opened, open, onClose, flush }: PreviewSheetProps) {
  const [subscriber_id, setSubscriber] = useState<number>()
  const [otherId, setOtherId] = useState<number>()
  const email = otherId === undefined ? opened : { ...opened, id: otherId }
  const [isStored, setIsStored] = useState(false)
  useEffect(() => {
    if (!open) {
      setIsStored(false)
      setOtherId(undefined)
      return
    }
    flush().then(
      () => setIsStored(true),
      () => setIsStored(true),
    )
  }, [open, flush])
  const preview = usePreview(email, { subscriber_id, enabled: open && isStored })

  return (
    <Sheet open={open} onClose={onClose} title="Preview" className="w-full sm:max-w-3xl">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubscriberPicker current={preview.data?.subscriber} onChoose={setSubscriber} />
          {email.kind === 'sequence_email' && open ? <OtherEmails {...email} onChoose={setOtherId} /> : null}
          <IfRole atLeast="editor">
            <TestEmailDialog
              email={email}
              subscriber={preview.data?.subscriber}
              disabled={(preview.data?.mistakes.length ?? 1) > 0}
            />
          </IfRole>
        </div>
        <Loaded query={preview} as="h3" loading={<Skeleton className="h-128 w-full rounded-xl" />}>
          {(data) => <RenderedEmail preview={data} />}
        </Loaded>
      </div>
    </Sheet>
  )
}

interface OtherEmailsProps {
  sequence_id: number
  id: number
  onChoose: (id: number) => void
}

function OtherEmails({ sequence_id, id, onChoose }: OtherEmailsProps) {
  const trpc = useTRPC()
  const email = useQuery(trpc.sequences.email.queryOptions({ sequence_id, id }, { placeholderData: keepPreviousData }))
  if (!email.data || email.data.count < 2) return null
  const { place, count, previous_id, next_id } = email.data
  const button = (icon: LucideIcon, label: string, other: number | null) => (
    <IconButton icon={icon} label={label} disabled={other === null} onClick={() => other !== null && onChoose(other)} />
  )
  return (
    <span className="flex items-center gap-1 text-muted-foreground text-sm">
      {button(ChevronLeft, 'Previous email', previous_id)}
      <span className="tabular-nums">{t`${place} of ${count}`}</span>
      {button(ChevronRight, 'Next email', next_id)}
    </span>
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
