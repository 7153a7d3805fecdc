import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EmailRef } from '@/components/email-editor/email-ref'
import {
  CircleCheck,
  CircleHelp,
  CircleMinus,
  Clock,
  Info,
  type LucideIcon,
  Search,
} from '@/components/generated/icons'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Dialog } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import type { Decision, Why } from '@/server/modules/delivery/evidence-schema.ts'

interface WhyDialogProps {
  email: EmailRef
  open: boolean
  onClose: () => void
  /** Initial address. */
  address?: string | undefined
}

/** Explains why a subscriber did or did not get an email, with each decision along the way. */
export function WhyDialog({ email, open, onClose, address }: WhyDialogProps) {
  const [text, setText] = useState(address ?? '')
  const [asked, setAsked] = useState(address)
  useEffect(() => {
    setText(address ?? '')
    setAsked(address)
  }, [address])
  const why = useWhy(email, open ? asked : undefined)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Who got this email, and why?"
      description="Search by the address of a subscriber."
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text.trim() || undefined)
        }}
      >
        <Input
          type="email"
          aria-label="Email address"
          placeholder="name@example.com"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="outline" disabled={!text.trim()}>
          <Search aria-hidden /> Search
        </Button>
      </form>
      {why.error ? <Alert role="alert" tone="danger" title={why.error.message} /> : null}
      {why.data ? <WhyAnswer why={why.data} /> : why.isLoading ? <Skeleton className="h-40 w-full rounded-xl" /> : null}
    </Dialog>
  )
}

function useWhy(ref: EmailRef, email_address: string | undefined) {
  const trpc = useTRPC()
  const sequence_email = ref.kind === 'sequence_email' ? ref : undefined
  const options = { enabled: Boolean(email_address), staleTime: 0 }
  const of_broadcast = useQuery(
    trpc.broadcasts.why.queryOptions(
      { id: ref.id, email_address },
      { ...options, enabled: options.enabled && ref.kind === 'broadcast' },
    ),
  )
  const of_email = useQuery(
    trpc.sequences.why.queryOptions(
      { sequence_id: sequence_email?.sequence_id ?? 0, id: ref.id, email_address },
      { ...options, enabled: options.enabled && Boolean(sequence_email) },
    ),
  )
  const of_automation = useQuery(
    trpc.automations.emails.why.queryOptions(
      { id: ref.id, email_address },
      { ...options, enabled: options.enabled && ref.kind === 'automation_email' },
    ),
  )
  return { broadcast: of_broadcast, sequence_email: of_email, automation_email: of_automation }[ref.kind]
}

const ANSWERS = {
  yes: { tone: 'success', title: 'Sent' },
  no: { tone: 'warning', title: 'Not sent' },
  not_yet: { tone: 'info', title: 'Not yet' },
  unknown: { tone: 'warning', title: 'Not known' },
} as const satisfies Record<Why['got'], { tone: string; title: string }>

/** The answer with each decision. */
export function WhyAnswer({ why }: { why: Why }) {
  const { tone, title } = ANSWERS[why.got]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Alert role="status" tone={tone} title={`${title}: ${why.email_address}`} className="[overflow-wrap:anywhere]">
        {why.summary}
      </Alert>
      <ol aria-label="Decisions" className="grid gap-4">
        {why.decisions.map((one) => (
          <Step key={`${one.step} ${one.text}`} decision={one} />
        ))}
      </ol>
    </div>
  )
}

const RESULTS: Record<Decision['result'], { icon: LucideIcon; label: string; style: string }> = {
  yes: { icon: CircleCheck, label: 'Passed', style: 'text-success-ink' },
  no: { icon: CircleMinus, label: 'Ended here', style: 'text-destructive-ink' },
  waits: { icon: Clock, label: 'Waits', style: 'text-info-ink' },
  unknown: { icon: CircleHelp, label: 'Not known', style: 'text-warning-ink' },
  info: { icon: Info, label: 'Later', style: 'text-muted-foreground' },
}

function Step({ decision: { result, text, detail, at } }: { decision: Decision }) {
  const { icon: Icon, label, style } = RESULTS[result]
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 text-sm">
      <Icon role="img" aria-label={label} className={cn('mt-0.5 size-4.5', style)} />
      <div className="grid gap-0.5 [overflow-wrap:anywhere]">
        <p>{text}</p>
        {detail ? <p className="text-muted-foreground">{detail}</p> : null}
        {at ? (
          <p className="text-muted-foreground text-xs">
            <DateTime at={at} />
          </p>
        ) : null}
      </div>
    </li>
  )
}
