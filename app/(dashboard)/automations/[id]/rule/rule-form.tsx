import { useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { ArrowDown, ArrowUp, type LucideIcon, Plus, X } from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { Button, IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import { type Graph, Step } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import { ACTIONS } from '../../graph/catalog'
import { stepOf } from '../../graph/exits'
import { idsOf, newId } from '../../graph/operations'
import { type NameOf, ruleSentence } from '../../graph/words'
import { TriggerPanel } from '../editor/trigger-panel'
import { useEmailCopies, withEmail } from '../editor/use-email-copies'
import { IncompleteNote } from '../panels/incomplete-note'
import { useIncomplete } from '../panels/panel-context'
import { isAtField, StepFields } from '../panels/step-fields'
import type { EditedDraft } from '../use-draft'

interface RuleFormProps {
  automation_id: number
  edited: EditedDraft
  editable: boolean
  nameOf: NameOf
}

type ActionStep = Extract<Step, { kind: 'action' }>

/** A rule: on an event, runs actions one after the other. */
export function RuleForm({ automation_id, edited, editable, nameOf }: RuleFormProps) {
  const { draft, edit, problems } = edited
  const { graph, reentry } = draft
  const [shownSteps, setShownSteps] = useState<ActionStep[]>(() => chainOf(graph))
  const latest = useRef(shownSteps)
  latest.current = shownSteps
  const newEmail = useEmailCopies(automation_id)
  // The cards below show their own problems.
  const general = problems.filter(
    ({ step_id, trigger_id, code }) =>
      step_id === null && trigger_id === null && code !== 'empty' && code !== 'no_trigger',
  )

  /** Stores the complete actions in order. */
  function set(next: ActionStep[]) {
    setShownSteps(next)
    const complete = next.flatMap((step) => {
      const parsed = Step.safeParse(step)
      return parsed.success && parsed.data.kind === 'action' ? [parsed.data] : []
    })
    const steps = complete.map((step, at) => ({ ...step, next: complete[at + 1]?.id ?? null }))
    edit((before) => ({ ...before, graph: { ...before.graph, first: steps[0]?.id ?? null, steps } }), 'rule')
  }

  async function add(type: keyof typeof ACTIONS) {
    const id = newId(new Set([...idsOf(graph), ...latest.current.map((step) => step.id)]))
    const made: Step = { id, note: '', kind: 'action', action: ACTIONS[type].make(), next: null }
    try {
      const step = await withEmail(made, newEmail)
      // Other actions may have changed while the email was being created.
      if (step.kind === 'action') set([...latest.current, step])
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  function swap(at: number, other: number) {
    const next = [...shownSteps]
    const [one, two] = [next[at], next[other]]
    if (!one || !two) return
    next[at] = two
    next[other] = one
    set(next)
  }

  const actions = chainOf(graph).map(({ action }) => action)
  return (
    <fieldset disabled={!editable} className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
      <legend className="sr-only">Rule</legend>
      <p className="rounded-xl bg-muted px-4 py-3 font-medium [overflow-wrap:anywhere]">
        {ruleSentence(graph.triggers, actions, nameOf)}
      </p>
      {general.map(({ code, message, blocks }) => (
        <Alert key={code} tone={blocks ? 'danger' : 'warning'} title={message} />
      ))}
      <SectionCard title="When" description="The event that starts the rule.">
        <TriggerPanel
          triggers={graph.triggers}
          reentry={reentry}
          problems={problems}
          maxTriggers={1}
          onChange={(triggers) => edit((before) => ({ ...before, graph: { ...before.graph, triggers } }), 'triggers')}
          onReentry={(next) => edit((before) => ({ ...before, reentry: next }))}
        />
      </SectionCard>
      <SectionCard
        title="Then"
        description={shownSteps.length === 0 ? 'Choose what happens, in this order.' : 'Done one after another.'}
        className="grid gap-3"
      >
        <ol aria-label="Actions" className="grid gap-3 empty:hidden">
          {shownSteps.map((step, index) => (
            <ActionCard
              key={step.id}
              step={step}
              problems={problems.filter(({ step_id }) => step_id === step.id)}
              onChange={(next) => set(shownSteps.map((one) => (one.id === next.id ? next : one)))}
              onRemove={() => set(shownSteps.filter(({ id }) => id !== step.id))}
              {...(index > 0 ? { onUp: () => swap(index, index - 1) } : {})}
              {...(index < shownSteps.length - 1 ? { onDown: () => swap(index, index + 1) } : {})}
            />
          ))}
        </ol>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline" className="w-fit">
              <Plus aria-hidden /> {shownSteps.length === 0 ? 'Add action' : 'Add another action'}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            {(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((type) => {
              const { label, icon: Icon } = ACTIONS[type]
              return <DropdownMenuItem icon={Icon} label={label} key={type} onSelect={() => void add(type)} />
            })}
          </DropdownMenuContent>
        </DropdownMenu>
      </SectionCard>
    </fieldset>
  )
}

/** Returns a rule's actions in order. */
function chainOf(graph: Graph): ActionStep[] {
  const chain: ActionStep[] = []
  for (let step = stepOf(graph, graph.first); step?.kind === 'action'; step = stepOf(graph, step.next)) {
    if (chain.some(({ id }) => id === step?.id)) break
    chain.push(step)
  }
  return chain
}

interface ActionCardProps {
  step: ActionStep
  problems: readonly Problem[]
  onChange: (step: ActionStep) => void
  onRemove: () => void
  onUp?: () => void
  onDown?: () => void
}

function ActionCard({ step, problems, onChange, onRemove, onUp, onDown }: ActionCardProps) {
  const { label, icon: Icon } = ACTIONS[step.action.type]
  const is_complete = Step.safeParse(step).success
  const is_marked = useIncomplete(!is_complete)
  return (
    <li className="grid min-w-0 gap-4 rounded-xl border border-border p-4">
      <div className="flex items-center gap-1">
        <span className="me-auto flex min-w-0 items-center gap-2 font-medium text-sm">
          <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <span className="truncate">{label}</span>
        </span>
        <CardButton label={`Move “${label}” up`} icon={ArrowUp} onClick={onUp} />
        <CardButton label={`Move “${label}” down`} icon={ArrowDown} onClick={onDown} />
        <CardButton label={`Remove “${label}”`} icon={X} onClick={onRemove} />
      </div>
      {is_complete ? (
        problems
          .filter((problem) => !isAtField(problem, step))
          .map(({ code, message, blocks }) => <Alert key={code} tone={blocks ? 'danger' : 'warning'} title={message} />)
      ) : (
        <IncompleteNote
          text="The action counts once it is complete."
          problem="Complete this action, or remove it."
          is_marked={is_marked}
        />
      )}
      <StepFields
        value={step}
        problems={problems}
        onChange={(next) => {
          if (next.kind === 'action') onChange(next)
        }}
      />
    </li>
  )
}

interface CardButtonProps {
  label: string
  icon: LucideIcon
  onClick: (() => void) | undefined
}

function CardButton({ label, icon: Icon, onClick }: CardButtonProps) {
  return <IconButton icon={Icon} label={label} className="max-md:size-10.5" disabled={!onClick} onClick={onClick} />
}
