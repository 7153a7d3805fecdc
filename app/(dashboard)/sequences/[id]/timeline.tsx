import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { Clock, Flag, Plus, UserPlus } from '@/components/generated/icons'
import { moved, useReorder } from '@/components/list/use-reorder'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import type { SequenceOverview } from '@/server/modules/sequences/composer-schema.ts'
import { delayText } from './delay-text'
import { useImpactDialog } from './impact-dialog'
import { StepCard } from './step-card'

/** The emails in sending order, with the delays between them. */
export function Timeline({ sequence }: { sequence: SequenceOverview }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id, steps, send_hour, hold } = sequence
  const may_write = useHasRole('editor')
  const [announcement, setAnnouncement] = useState('')
  const key = trpc.sequences.get.queryKey({ id })
  const reorder = useAction(trpc.sequences.reorder, { invalidates: trpc.sequences, evenAfterErrors: true })
  const { ask, dialog } = useImpactDialog(id)
  const save = (email_ids: number[]) => {
    const before = client.getQueryData(key)
    // Shows the new order while the dialog is open.
    if (before) client.setQueryData(key, { ...before, steps: inOrder(before.steps, email_ids) })
    return ask({
      edit: { kind: 'reorder', email_ids },
      title: 'Change the order?',
      confirmLabel: 'Change order',
      run: () => reorder.run({ sequence_id: id, email_ids }),
      onCancel: () => client.invalidateQueries({ queryKey: key }),
    })
  }
  const ids = steps.map((step) => step.id)
  const drag = useReorder(ids, (order) => void save(order))
  const shownSteps = inOrder(steps, drag.order)

  function move(step_id: number, by: -1 | 1) {
    const place = ids.indexOf(step_id) + by
    if (place < 0 || place >= ids.length) return
    setAnnouncement(`Moved to position ${place + 1} of ${ids.length}`)
    void save(moved(ids, step_id, place))
  }

  if (steps.length === 0) {
    return (
      <EmptyState
        illustration="emails"
        title="No emails yet"
        description="Write and publish the first email. Subscribers who join wait for it."
        actions={<AddEmail sequence={sequence} />}
      />
    )
  }
  return (
    <div className="grid justify-items-start gap-6">
      <ol className="w-full max-w-3xl" aria-label="Emails in sending order">
        <Milestone icon={<UserPlus aria-hidden className="size-4" />}>Subscriber joins</Milestone>
        {shownSteps.map((step, i) => (
          <li key={step.id} data-reorder-id={step.id} className="grid">
            <Wait>{delayText(step, { send_hour, is_first: i === 0 })}</Wait>
            <StepCard
              step={step}
              place={i + 1}
              count={shownSteps.length}
              is_dragged={drag.dragged === step.id}
              handle={may_write ? drag.handle(step.id) : undefined}
              onMove={(by) => move(step.id, by)}
            />
          </li>
        ))}
        <Milestone icon={<Flag aria-hidden className="size-4" />} last>
          {hold ? 'Subscribers wait for new emails' : 'Sequence completed'}
        </Milestone>
      </ol>
      <AddEmail sequence={sequence} />
      {dialog}
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}

function AddEmail({ sequence: { id, steps } }: { sequence: SequenceOverview }) {
  const trpc = useTRPC()
  const router = useRouter()
  const create = useAction(trpc.sequences.startEmail, {
    onDone: (email) => router.push(`/sequences/${id}/emails/${email.id}`),
  })
  const first = steps.length === 0
  return (
    <IfRole atLeast="editor">
      <Button pending={create.isPending} onClick={() => create.start({ sequence_id: id })}>
        <Plus aria-hidden /> {first ? 'Add first email' : 'Add email'}
      </Button>
    </IfRole>
  )
}

function Milestone({ icon, last = false, children }: { icon: ReactNode; last?: boolean; children: ReactNode }) {
  return (
    <li className="grid">
      {last ? <span aria-hidden className="ms-4 h-5 border-border border-s" /> : null}
      <span className="flex items-center gap-3 text-muted-foreground text-sm">
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-muted">{icon}</span>
        {children}
      </span>
    </li>
  )
}

function Wait({ children }: { children: ReactNode }) {
  return (
    <span className="ms-4 flex items-center gap-2 border-border border-s py-3 ps-7 text-muted-foreground text-sm">
      <Clock aria-hidden className="size-3.5" /> {children}
    </span>
  )
}

function inOrder<Step extends { id: number }>(steps: readonly Step[], order: readonly number[]): Step[] {
  return order.flatMap((id) => steps.filter((step) => step.id === id))
}
