import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { fieldProblem } from '@/components/field-problem'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { EditedEmail } from '@/server/modules/sequences/composer-schema.ts'
import type { SequenceEmailChange } from '@/server/modules/sequences/email-schema.ts'
import { ImpactList } from '../../impact-dialog'
import { impactLines } from '../../impact-text'

export type Timing = Required<Pick<SequenceEmailChange, 'delay_value' | 'delay_unit'>> & {
  send_days: NonNullable<SequenceEmailChange['send_days']> | null
}

/** Returns the stored timing. `send_days` null: the sequence's days apply. */
export function timingOf({ delay_value, delay_unit, send_days }: EditedEmail): Timing {
  const is_limited = delay_unit === 'days' && send_days !== null && send_days.length < 7
  return { delay_value, delay_unit, send_days: is_limited ? send_days : null }
}

interface TimingImpactProps {
  email: EditedEmail
  timing: Timing
  onApply: () => Promise<void>
  onDiscard: () => void
}

/** Previews the effect of a new timing on subscribers in the sequence, before it is saved. */
export function TimingImpact({ email: { sequence_id, id }, timing, onApply, onDiscard }: TimingImpactProps) {
  const trpc = useTRPC()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const edit = {
    kind: 'timing' as const,
    id,
    ...timing,
    send_days: timing.delay_unit === 'hours' ? null : timing.send_days,
  }
  const impact = useQuery(
    trpc.sequences.impact.queryOptions({ sequence_id, edit }, { placeholderData: keepPreviousData, staleTime: 0 }),
  )
  const lines = impact.data ? impactLines(impact.data, edit, { date: String }) : []

  async function apply() {
    const wrong = fieldProblem()
    if (wrong) return setProblem(wrong)
    setPending(true)
    setProblem(undefined)
    try {
      await onApply()
    } catch (error) {
      setProblem(errorText(error))
      setPending(false)
    }
  }

  return (
    <section aria-label="Timing not saved" className="grid gap-3 rounded-xl bg-muted p-4">
      <p className="font-medium text-sm">Timing not saved</p>
      {impact.data && lines.length === 0 ? (
        <p className="text-muted-foreground text-sm">No subscriber in the sequence is affected.</p>
      ) : (
        <ImpactList lines={lines} />
      )}
      {problem || impact.error ? <Alert role="alert" tone="danger" title={problem ?? errorText(impact.error)} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={pending} onClick={() => void apply()}>
          Apply timing
        </Button>
        <Button size="sm" variant="outline" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  )
}
