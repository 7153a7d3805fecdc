import { useState } from 'react'
import { ArrowDown, ArrowUp, Copy, CopyPlus, type LucideIcon, Move, Trash2, Users } from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { Button, IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { LinkButton } from '@/components/ui/link-button'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { t } from '@/server/lib/locale/texts.ts'
import { exitsOf } from '@/server/modules/automations/flow-schema.ts'
import { type Graph, Step } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import type { Slot } from '../../graph/exits'
import { exitLabel, type NameOf, stepLine } from '../../graph/words'
import { IncompleteNote } from '../panels/incomplete-note'
import { useIncomplete } from '../panels/panel-context'
import { isAtField, StepFields } from '../panels/step-fields'

interface StepPanelProps {
  graph: Graph
  step: Step
  nameOf: NameOf
  problems: readonly Problem[]
  /** Called with complete steps only. */
  onChange: (step: Step) => void
  onIncomplete: (step: Step) => void
  onLead: (slot: Slot, next: string | null) => void
  onInsert: (slot: Slot) => void
  editable: boolean
  /** Link to the subscribers at the step, once it is published. */
  subscribers_href: string | undefined
  actions: {
    can_move_up: boolean
    can_move_down: boolean
    move: (direction: 'up' | 'down') => void
    moveElsewhere: () => void
    copy: () => void
    duplicate: () => void
    remove: () => void
  }
}

/** Edits a step. Incomplete input stays in the panel, so a stored automation never contains, for example, a tag step without a tag. */
export function StepPanel({
  graph,
  step,
  nameOf,
  problems,
  onChange,
  onIncomplete,
  onLead,
  onInsert,
  editable,
  subscribers_href,
  actions,
}: StepPanelProps) {
  const [entry, setEntry] = useState(step)
  const [complete, setComplete] = useState(() => Step.safeParse(step).success)
  const is_marked = useIncomplete(!complete)
  const isPlaced = graph.steps.some(({ id }) => id === step.id)

  function set(next: Step) {
    setEntry(next)
    const parsed = Step.safeParse(next)
    setComplete(parsed.success)
    if (parsed.success) onChange(parsed.data)
    else onIncomplete(next)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {complete ? null : (
        <IncompleteNote
          text={isPlaced ? 'Changes are saved once the step is complete.' : 'The step is added once it is complete.'}
          problem={isPlaced ? 'Complete this step first.' : 'Complete this step, or close it.'}
          is_marked={is_marked}
        />
      )}
      {complete
        ? problems
            .filter((problem) => !isAtField(problem, entry))
            .map(({ code, message, blocks }) => (
              <Alert key={`${code} ${message}`} tone={blocks ? 'danger' : 'warning'} title={message} />
            ))
        : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <StepFields value={entry} problems={problems} onChange={set} />
      </div>
      {isPlaced ? (
        <Leads graph={graph} id={step.id} nameOf={nameOf} onLead={onLead} {...(editable ? { onInsert } : {})} />
      ) : null}
      {editable || entry.note ? (
        <Field label="Note" optional description="Only your team sees it.">
          <Textarea
            rows={2}
            maxLength={500}
            value={entry.note}
            onChange={(event) => set({ ...entry, note: event.target.value })}
          />
        </Field>
      ) : null}
      {isPlaced && subscribers_href ? (
        <LinkButton variant="outline" className="justify-self-start" href={subscribers_href}>
          <Users aria-hidden /> Subscribers at this step
        </LinkButton>
      ) : null}
      {isPlaced && editable ? (
        <div className="flex flex-wrap items-center gap-1.5 border-border border-t pt-5">
          <IconAction
            label="Move up"
            icon={ArrowUp}
            disabled={!actions.can_move_up}
            onClick={() => actions.move('up')}
          />
          <IconAction
            label="Move down"
            icon={ArrowDown}
            disabled={!actions.can_move_down}
            onClick={() => actions.move('down')}
          />
          <IconAction label="Move elsewhere" icon={Move} onClick={actions.moveElsewhere} />
          <IconAction label="Copy" icon={Copy} onClick={actions.copy} />
          <IconAction label="Duplicate" icon={CopyPlus} onClick={actions.duplicate} />
          <Button
            variant="outline"
            size="sm"
            className="ms-auto text-destructive-ink max-md:h-10.5"
            onClick={actions.remove}
          >
            <Trash2 aria-hidden /> Delete
          </Button>
        </div>
      ) : null}
    </div>
  )
}

interface IconActionProps {
  label: string
  icon: LucideIcon
  disabled?: boolean
  onClick: () => void
}

function IconAction({ label, icon: Icon, disabled = false, onClick }: IconActionProps) {
  return (
    <IconButton
      icon={Icon}
      label={label}
      variant="outline"
      className="max-md:size-10.5"
      title={label}
      disabled={disabled}
      onClick={onClick}
    />
  )
}

interface LeadsProps {
  graph: Graph
  id: string
  nameOf: NameOf
  onLead: (slot: Slot, next: string | null) => void
  onInsert?: (slot: Slot) => void
}

const NOTHING = 'nothing'

/** Lists a step's exits and lets users change their targets, including to an earlier step. */
function Leads({ graph, id, nameOf, onLead, onInsert }: LeadsProps) {
  const step = graph.steps.find((one) => one.id === id)
  const exits = step ? exitsOf(step) : []
  if (!step || exits.length === 0) return null
  return (
    <section aria-label="Next" className="grid gap-3">
      {exits.map(({ exit, next }) => {
        const label = exitLabel(step, exit)
        return (
          <Field
            key={exit}
            label={label ? `“${label}” continues with` : 'Continues with'}
            aside={
              onInsert ? (
                <Button variant="link" size="sm" onClick={() => onInsert({ from: id, exit })}>
                  Add step
                </Button>
              ) : null
            }
          >
            <SelectInput
              value={next ?? NOTHING}
              options={[
                { value: NOTHING, label: 'End here' },
                ...graph.steps.map((other) => ({
                  value: other.id,
                  label: `${stepLine(other, nameOf)}${other.id === id ? t` (this step)` : ''}`,
                })),
              ]}
              onChange={(chosen) => onLead({ from: id, exit }, chosen === NOTHING ? null : chosen)}
            />
          </Field>
        )
      })}
    </section>
  )
}
