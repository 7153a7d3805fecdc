import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { errorText } from '@/components/error-text'
import { dateTimeStyle, formatDate } from '@/components/format'
import { CalendarClock, Clock, Flag, Send, SkipForward } from '@/components/generated/icons'
import { useTimeZone } from '@/components/time-zone'
import { TimedText } from '@/components/timed-text'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'
import type { SequenceEdit } from '@/server/modules/sequences/impact-schema.ts'
import { type ImpactLine, impactLines } from './impact-text'

interface Question {
  edit: SequenceEdit
  title: string
  description?: string
  confirmLabel: string
  tone?: 'primary' | 'destructive'
  /** Asks even if no subscriber is affected. */
  always?: boolean
  run: () => Promise<unknown>
  onCancel?: () => void
}

/**
 * Shows the effect of an edit on subscribers in the sequence, and runs it once the user agrees. Without affected subscribers, runs it
 * without asking. `ask` resolves when the dialog is open or the edit is done; render `dialog`.
 */
export function useImpactDialog(sequence_id: number) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const [openQuestion, setOpenQuestion] = useState<Question & { lines: ImpactLine[] }>()
  const [open, setOpen] = useState(false)

  async function ask(question: Question) {
    try {
      const options = trpc.sequences.impact.queryOptions({ sequence_id, edit: question.edit })
      const impact = await client.fetchQuery({ ...options, staleTime: 0 })
      const date = (at: string) => formatDate(at, timeZone, dateTimeStyle)
      const lines = impactLines(impact, question.edit, { date })
      if (lines.length === 0 && !question.always) return await question.run()
      setOpenQuestion({ ...question, lines })
      setOpen(true)
    } catch (error) {
      question.onCancel?.()
      toast.error(capitalize(errorText(error)))
    }
  }

  const dialog = openQuestion ? (
    <ConfirmDialog
      open={open}
      onClose={() => {
        setOpen(false)
        openQuestion.onCancel?.()
      }}
      title={openQuestion.title}
      description={<Impact lines={openQuestion.lines} description={openQuestion.description} />}
      confirmLabel={openQuestion.confirmLabel}
      tone={openQuestion.tone ?? 'primary'}
      onConfirm={openQuestion.run}
    />
  ) : null
  return { ask, dialog }
}

function Impact({ lines, description }: { lines: readonly ImpactLine[]; description: string | undefined }) {
  return (
    <div className="grid gap-3">
      {description ? <p>{description}</p> : null}
      <ImpactList lines={lines} />
    </div>
  )
}

const icons = { send: Send, later: CalendarClock, keep: Clock, skip: SkipForward, end: Flag }

/** A line with an icon for each group of subscribers. */
export function ImpactList({ lines }: { lines: readonly ImpactLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="figures grid gap-2 text-foreground text-sm" aria-label="Impact on subscribers in the sequence">
      {lines.map(({ kind, text, times = [] }) => {
        const Icon = icons[kind]
        return (
          <li key={text} className="flex items-start gap-2.5">
            <Icon aria-hidden className="mt-0.75 size-3.5 shrink-0 text-muted-foreground" />
            <span className="text-pretty">
              <TimedText text={text} times={times} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** API messages start in lower case. */
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
