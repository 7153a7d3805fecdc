import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { parseAsString, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { fieldProblem } from '@/components/field-problem'
import { formatCount, formatNumber } from '@/components/format'
import { FlaskConical, Rocket } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogFooter } from '@/components/ui/dialog'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { PublicationPreview } from '@/server/modules/automations/publishing-schema.ts'
import type { AutomationDetail, Problem } from '@/server/modules/automations/schema.ts'
import { DRY_RUN_DAYS } from '@/server/modules/automations/values-schema.ts'
import { stepOf } from '../../graph/exits'
import { type NameOf, problemText, stepLine, triggerWords } from '../../graph/words'
import type { EditedDraft } from '../use-draft'

interface PublishDialogProps {
  automation: AutomationDetail
  editing: EditedDraft
  nameOf: NameOf
  onClose: () => void
}

/** Explains the effect of publishing, asks who enters now, and publishes. Only rendered while open. */
export function PublishDialog({ automation, editing, nameOf, onClose }: PublishDialogProps) {
  const trpc = useTRPC()
  const { id } = automation
  const preview = useQuery(
    trpc.automations.previewPublication.queryOptions({ id }, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false }),
  )
  const is_rule = automation.kind === 'rule'
  return (
    <Dialog
      onClose={onClose}
      title={automation.version === null ? `Publish “${editing.draft.name}”?` : 'Publish changes?'}
      description={
        preview.data?.problems.some(({ blocks }) => blocks)
          ? 'Fix the fields marked in red first.'
          : automation.state === 'paused'
            ? 'It stays paused until you resume it.'
            : `The ${is_rule ? 'rule' : 'automation'} starts immediately.`
      }
    >
      {preview.error ? <Alert role="alert" tone="danger" title={preview.error.message} /> : null}
      {preview.data && !preview.isFetching ? (
        <Publication
          preview={preview.data}
          automation={automation}
          editing={editing}
          nameOf={nameOf}
          onClose={onClose}
        />
      ) : preview.error ? null : (
        <Skeleton className="h-32 w-full rounded-xl" />
      )}
    </Dialog>
  )
}

type Answer = 'enter' | 'skip'

function Publication({
  preview,
  automation,
  editing,
  nameOf,
  onClose,
}: PublishDialogProps & { preview: PublicationPreview }) {
  const trpc = useTRPC()
  const { id } = automation
  const publish = useAction(trpc.automations.publish, { invalidates: trpc.automations })
  const [answers, setAnswers] = useState<Record<string, Answer>>({})
  const [problem, setProblem] = useState<string>()
  const [, setPlace] = useQueryStates({ tab: parseAsString, at: parseAsString })
  const blockers = groupsOf(preview.problems.filter(({ blocks }) => blocks))
  const remarks = groupsOf(preview.problems.filter(({ blocks }) => !blocks))
  const questions = preview.existing.filter(({ count }) => count > 0)
  const isAnswered = questions.every(({ trigger_id }) => answers[trigger_id] !== undefined)
  const insideCount = preview.inside.reduce((sum, { count }) => sum + count, 0)

  function go(key: string) {
    void setPlace({ tab: null, at: key })
    onClose()
  }

  async function run() {
    const wrong = fieldProblem()
    setProblem(wrong)
    if (wrong) return
    try {
      const enter_existing = questions.flatMap(({ trigger_id }) =>
        answers[trigger_id] === 'enter' ? [trigger_id] : [],
      )
      const { version } = await publish.run({ id, revision: editing.revision(), enter_existing })
      toast.success(`Published version ${formatNumber(version)}`)
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      {[...blockers, ...remarks].map(({ code, message, blocks, keys }) => (
        <Alert
          key={message}
          tone={blocks ? 'danger' : 'warning'}
          title={problemText({ code, message }, automation.kind)}
          actions={
            automation.kind === 'rule' || keys.length === 0 ? null : (
              <Places keys={keys} editing={editing} nameOf={nameOf} onGo={go} />
            )
          }
        />
      ))}
      {blockers.length === 0 ? (
        <>
          <ul className="grid list-disc gap-1 ps-5 text-sm">
            <li>
              This is version {formatNumber(preview.version)}. Subscribers who enter from now on get it, with its emails
              as they are now.
            </li>
            {insideCount > 0 ? (
              <li>
                {insideCount === 1
                  ? '1 subscriber is inside and continues with the version that they entered.'
                  : `${formatNumber(insideCount)} subscribers are inside and continue with the version that they entered.`}{' '}
                You can move them to this version under Versions.
              </li>
            ) : null}
          </ul>
          {questions.map(({ trigger_id, label, count }) => (
            <Existing
              key={trigger_id}
              label={triggerLabel(editing, nameOf, trigger_id) ?? label}
              count={count}
              value={answers[trigger_id]}
              onChange={(answer) => setAnswers((before) => ({ ...before, [trigger_id]: answer }))}
            />
          ))}
        </>
      ) : null}
      <Link
        href={`/automations/${id}/dry-run`}
        className="flex w-fit items-center gap-2 font-medium text-primary-ink text-sm underline-offset-4 hover:underline"
      >
        <FlaskConical aria-hidden className="size-4" /> See what would have happened in the last {DRY_RUN_DAYS} days
      </Link>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {blockers.length > 0 ? 'Close' : 'Cancel'}
        </Button>
        {blockers.length === 0 ? (
          <Button pending={publish.isPending} disabled={!isAnswered} onClick={() => void run()}>
            <Rocket aria-hidden /> {automation.version === null ? 'Publish' : 'Publish changes'}
          </Button>
        ) : null}
      </DialogFooter>
    </div>
  )
}

interface ProblemGroup {
  code: Problem['code']
  message: string
  blocks: boolean
  /** Keys of the steps with the problem; "triggers" for a trigger. */
  keys: string[]
}

/** Groups problems by message, so each message is shown once. */
function groupsOf(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const { code, message, blocks, step_id, trigger_id } of problems) {
    const group = groups.get(message) ?? { code, message, blocks, keys: [] }
    groups.set(message, group)
    const key = step_id ?? (trigger_id === null ? undefined : 'triggers')
    if (key !== undefined && !group.keys.includes(key)) group.keys.push(key)
  }
  return [...groups.values()]
}

const MAX_PLACES = 5

interface PlacesProps {
  keys: readonly string[]
  editing: EditedDraft
  nameOf: NameOf
  onGo: (key: string) => void
}

/** Links to the steps with a problem. */
function Places({ keys, editing, nameOf, onGo }: PlacesProps) {
  return keys.slice(0, MAX_PLACES).map((key) => {
    const step = stepOf(editing.draft.graph, key)
    return (
      <Button key={key} variant="outline" size="sm" className="max-w-full" onClick={() => onGo(key)}>
        <span className="truncate">{step ? stepLine(step, nameOf) : 'Triggers'}</span>
      </Button>
    )
  })
}

function triggerLabel({ draft }: EditedDraft, nameOf: NameOf, id: string): string | undefined {
  const trigger = draft.graph.triggers.find((one) => one.id === id)
  if (!trigger) return undefined
  const { title, detail } = triggerWords(trigger.on, nameOf)
  return detail ? `${title}: ${detail}` : title
}

interface ExistingProps {
  label: string
  count: number
  value: Answer | undefined
  onChange: (answer: Answer) => void
}

/** Asked for each trigger that existing subscribers already match, with nothing preselected. */
function Existing({ label, count, value, onChange }: ExistingProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium text-sm [overflow-wrap:anywhere]">
        {formatCount(count, 'subscriber')} {count === 1 ? 'matches' : 'match'} “{label}” already. What happens to them?
      </legend>
      <RadioGroup
        aria-label={`Subscribers who match “${label}” already`}
        value={value ?? ''}
        onValueChange={(chosen) => onChange(chosen === 'enter' ? 'enter' : 'skip')}
      >
        <RadioCard
          value="enter"
          title={`Enter ${formatCount(count, 'subscriber')} now`}
          description="They begin with the first step."
        />
        <RadioCard value="skip" title="Leave them out" description="Only subscribers who match from now on enter." />
      </RadioGroup>
    </fieldset>
  )
}
