'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { formatPeople } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DateTimeInput } from '@/components/ui/date-time-input'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import type { ComposedBroadcast, Remark } from '@/server/modules/broadcasts/composer-schema.ts'

interface SendDialogProps {
  broadcast: ComposedBroadcast
  open: boolean
  onClose: () => void
  flush: () => Promise<void>
}

/** The last look: what still stands in the way, how many people it goes to, and when. */
export function SendDialog({ broadcast, open, onClose, flush }: SendDialogProps) {
  const { id } = broadcast
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const scheduled = broadcast.status === 'scheduled'
  const [when, setWhen] = useState<'now' | 'later'>(scheduled ? 'later' : 'now')
  const [send_at, setSendAt] = useState<string | null>(broadcast.send_at)
  const [problem, setProblem] = useState<string>()
  const [ready, setReady] = useState(false)
  const checklist = useQuery(
    trpc.broadcasts.checklist.queryOptions({ id }, { enabled: open && ready, staleTime: 0, gcTime: 0 }),
  )
  const send = useMutation(trpc.broadcasts.send.mutationOptions())
  const schedule = useMutation(trpc.broadcasts.schedule.mutationOptions())
  const unschedule = useMutation(trpc.broadcasts.unschedule.mutationOptions())

  useEffect(() => {
    if (!open) return setReady(false)
    setProblem(undefined)
    flush().then(
      () => setReady(true),
      (error: Error) => setProblem(`The latest changes are not saved: ${error.message}`),
    )
  }, [open, flush])

  async function act(action: () => Promise<unknown>, done: string) {
    setProblem(undefined)
    try {
      await action()
      await client.invalidateQueries(trpc.broadcasts.pathFilter())
      toast.success(done)
      onClose()
      router.refresh()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong. Try again.')
    }
  }

  const count = formatPeople(checklist.data?.audience_count ?? 0)
  const later = when === 'later'
  const pending = send.isPending || schedule.isPending || unschedule.isPending

  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent
        title={checklist.data ? `Send to ${count}` : 'Send'}
        description="People who unsubscribe, bounce or are suppressed before their turn are left out."
      >
        {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
        {checklist.error ? <Alert role="alert" tone="danger" title={checklist.error.message} /> : null}
        {checklist.data ? (
          <Remarks remarks={checklist.data.remarks} />
        ) : problem ? null : (
          <Skeleton className="h-16 w-full" />
        )}
        <RadioGroup
          value={when}
          onValueChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
          aria-label="When"
        >
          <RadioCard value="now" title="Right away" description="Sending begins within seconds." />
          <RadioCard value="later" title="Later" description="At a time of your account's zone." />
        </RadioGroup>
        {later ? (
          <Field label="Date and time">
            <DateTimeInput value={send_at} onChange={setSendAt} min={new Date().toISOString()} />
          </Field>
        ) : null}
        <DialogFooter>
          {scheduled ? (
            <Button
              variant="ghost"
              pending={unschedule.isPending}
              onClick={() => void act(() => unschedule.mutateAsync({ id }), 'Back to draft: it will not go out')}
            >
              Back to draft
            </Button>
          ) : (
            <Button variant="outline" onClick={onClose}>
              Keep writing
            </Button>
          )}
          <Button
            pending={pending}
            disabled={!checklist.data?.ready || (later && !send_at)}
            onClick={() =>
              void (later && send_at
                ? act(() => schedule.mutateAsync({ id, send_at }), 'Scheduled')
                : act(() => send.mutateAsync({ id }), `On its way to ${count}`))
            }
          >
            {later ? 'Schedule' : `Send to ${count}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  if (remarks.length === 0) return <Alert tone="success" title="Everything is in place." />
  return (
    <ul className="grid gap-2">
      {remarks.map((remark) => (
        <li key={remark.code}>
          <Alert tone={remark.level === 'blocker' ? 'danger' : 'warning'} title={remark.message} />
        </li>
      ))}
    </ul>
  )
}
