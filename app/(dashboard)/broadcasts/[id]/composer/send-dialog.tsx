import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OnFix } from '@/components/email-editor/remark-list'
import { errorText } from '@/components/error-text'
import { httpStatus } from '@/components/request-error'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DateTimeInput } from '@/components/ui/date-time-input'
import { Dialog, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import type { PlanView } from '@/server/modules/broadcasts/plan-schema.ts'
import { recipientsText } from '../recipients-text'
import { Review } from '../review'
import { DifferencesNote } from './differences-note'
import { SendPlanFields } from './send-plan'
import { SendPrediction } from './send-prediction'
import type { Differences } from './use-differences'
import { useSendPlan } from './use-send-plan'

interface SendDialogProps {
  broadcast: ComposedBroadcast
  savedPlan: PlanView
  open: boolean
  onClose: () => void
  flush: () => Promise<void>
  /** Shows the stored texts if someone else has changed them. Returns whether they have. */
  catchUp: () => Promise<boolean>
  /** Differences between the text on the page and the stored text. */
  differences: Differences
  onFix: OnFix
}

/** Final review before sending: email, recipients and time. */
export function SendDialog({
  broadcast,
  savedPlan,
  open,
  onClose,
  flush,
  catchUp,
  differences,
  onFix,
}: SendDialogProps) {
  const { id } = broadcast
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const isScheduled = broadcast.status === 'scheduled'
  const [timing, setTiming] = useState<'now' | 'later'>(isScheduled ? 'later' : 'now')
  const [send_at, setSendAt] = useState<string | null>(broadcast.send_at)
  const [problem, setProblem] = useState<string>()
  const [ready, setReady] = useState(false)
  const [is_changed, setIsChanged] = useState(false)
  const checklist = useQuery(
    trpc.broadcasts.checklist.queryOptions({ id }, { enabled: open && ready, staleTime: 0, gcTime: 0 }),
  )
  const review = ready ? checklist.data : undefined
  const {
    plan,
    setPlan,
    store,
    prediction,
    problem: plan_problem,
  } = useSendPlan(id, savedPlan, {
    enabled: open && ready,
    is_draft: !isScheduled,
  })
  const settings = useQuery(trpc.account.settings.queryOptions())
  const undo_seconds = settings.data?.undo_seconds ?? 0
  const send = useAction(trpc.broadcasts.send)
  const schedule = useAction(trpc.broadcasts.schedule)
  const unschedule = useAction(trpc.broadcasts.unschedule)

  // Keeps an earlier review from being confirmed.
  const forgetReview = () => client.resetQueries({ queryKey: trpc.broadcasts.checklist.queryKey({ id }) })
  const prepare = useEffectEvent(async (isStillOpen: () => boolean) => {
    setProblem(undefined)
    try {
      await flush()
    } catch (error) {
      return isStillOpen() ? setProblem(`Your latest changes are not saved: ${errorText(error)}`) : undefined
    }
    // If this fails, the server still refuses to send anything that was not reviewed.
    const has_changed = await catchUp().catch(() => false)
    // The dialog was closed, and must save newer changes when it is opened again.
    if (!isStillOpen()) return
    setIsChanged(has_changed)
    // Another member's text only appears in the next render. The texts are compared again before sending.
    if (has_changed) differences.forget()
    else await differences.compare().catch(() => true)
    if (!isStillOpen()) return
    void forgetReview()
    setReady(true)
  })
  useEffect(() => {
    if (!open) return
    let is_still_open = true
    void prepare(() => is_still_open)
    return () => {
      is_still_open = false
      setReady(false)
    }
  }, [open])

  async function act(action: () => Promise<unknown>, done: string, sends = true) {
    setProblem(undefined)
    try {
      if (sends && !(await differences.compare())) {
        if (!(await catchUp().catch(() => false))) return
        // Someone else changed it. The server refuses to send a text that was not reviewed, and says so.
        differences.forget()
      }
      await action()
      await client.invalidateQueries(trpc.broadcasts.pathFilter())
      toast.success(done)
      onClose()
      router.refresh()
    } catch (error) {
      setProblem(errorText(error))
      if (httpStatus(error) !== 409) return
      void forgetReview()
      await catchUp().catch(() => false)
      await client.invalidateQueries(trpc.broadcasts.pathFilter())
    }
  }

  async function resolve(wins: 'shown' | 'stored') {
    setProblem(undefined)
    try {
      await differences.resolve(wins)
      await forgetReview()
      // Reviews the current text when it is opened again.
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  const count = recipientsText(review?.audience_count ?? 0, review?.is_exact ?? true)
  const isZoned = plan?.kind === 'time_zones'
  const isLater = timing === 'later' && !isZoned
  const is_past = isLater && send_at !== null && Date.parse(send_at) <= Date.now()
  const is_empty = review?.audience_count === 0
  const has_plan_problem = Boolean(plan_problem || prediction?.problems.length)
  const pending = send.isPending || schedule.isPending || unschedule.isPending

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isScheduled ? 'Change schedule' : 'Review and send'}
      description="Subscribers who unsubscribe or bounce before sending are skipped."
    >
      {is_changed ? (
        <Alert
          tone="warning"
          title="Someone changed this email after you opened it. Close this review to read it as it is now."
        />
      ) : null}
      {checklist.error ? (
        <Alert role="alert" tone="danger" title={checklist.error.message} />
      ) : problem && !ready ? null : (
        <Review
          id={id}
          checklist={review}
          onFix={onFix}
          hasOtherProblems={has_plan_problem || differences.found.length > 0}
        />
      )}
      <SendPlanFields plan={plan} versions={savedPlan.versions.length} onChange={setPlan} />
      {plan_problem ? <Alert role="alert" tone="danger" title={plan_problem} /> : null}
      {plan && prediction ? <SendPrediction plan={plan} prediction={prediction} /> : null}
      {isZoned ? null : (
        <RadioGroup
          value={timing}
          onValueChange={(value) => setTiming(value === 'later' ? 'later' : 'now')}
          aria-label="When"
          className="sm:grid-cols-2"
        >
          <RadioCard
            value="now"
            title="Send now"
            description={
              undo_seconds ? `You have ${undo_seconds} seconds to undo it.` : 'Sending starts within seconds.'
            }
          />
          <RadioCard value="later" title="Schedule" description="Uses your account’s time zone." />
        </RadioGroup>
      )}
      {isLater ? (
        <Field label="Date and time" error={is_past ? 'Choose a time in the future, or send now' : undefined}>
          <DateTimeInput value={send_at} onChange={setSendAt} min={new Date().toISOString()} />
        </Field>
      ) : null}
      {differences.found.length > 0 ? (
        <DifferencesNote found={differences.found} onResolve={(wins) => void resolve(wins)} />
      ) : null}
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      <DialogFooter>
        {isScheduled ? (
          <Button
            variant="ghost"
            pending={unschedule.isPending}
            onClick={() => void act(() => unschedule.run({ id }), 'Broadcast unscheduled', false)}
          >
            Back to draft
          </Button>
        ) : (
          <Button variant="outline" onClick={onClose}>
            Keep editing
          </Button>
        )}
        <Button
          pending={pending}
          disabled={
            !review?.ready ||
            differences.found.length > 0 ||
            has_plan_problem ||
            (isLater ? !send_at || is_past : is_empty)
          }
          onClick={() =>
            void (isLater && send_at
              ? act(async () => {
                  await store()
                  await schedule.run({ id, send_at, reviewed: review?.reviewed })
                }, 'Broadcast scheduled')
              : act(
                  async () => {
                    await store()
                    await send.run({ id, reviewed: review?.reviewed })
                  },
                  isZoned
                    ? 'Broadcast scheduled'
                    : undo_seconds
                      ? `Sending to ${count} in ${undo_seconds} s`
                      : `Sending to ${count}`,
                ))
          }
        >
          {isLater || isZoned ? 'Schedule broadcast' : review?.ready ? `Send to ${count}` : 'Send now'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
