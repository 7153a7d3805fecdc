import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import type { MigrationPreview } from '@/server/modules/automations/publishing-schema.ts'
import { type NameOf, stepLine } from '../../graph/words'

interface MigrationDialogProps {
  automation_id: number
  /** The current version. */
  graph: Graph
  nameOf: NameOf
  from_version: number
  onClose: () => void
}

/** Shows who stays at their step, and asks where to move subscribers whose step no longer exists. */
export function MigrationDialog({ from_version, onClose, ...props }: MigrationDialogProps) {
  const trpc = useTRPC()
  const preview = useQuery(
    trpc.automations.previewMigration.queryOptions(
      { id: props.automation_id, from_version },
      { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
    ),
  )
  return (
    <Dialog
      onClose={onClose}
      title="Move to the current version?"
      description={`Everyone in version ${from_version} continues with the current steps and emails. A step that was changed begins again.`}
    >
      {preview.error ? <Alert role="alert" tone="danger" title={preview.error.message} /> : null}
      {preview.data ? (
        <Migration {...props} from_version={from_version} preview={preview.data} onClose={onClose} />
      ) : preview.error ? null : (
        <Skeleton className="h-24 w-full rounded-xl" />
      )}
    </Dialog>
  )
}

const COMPLETE = 'complete'

function Migration({
  automation_id: id,
  graph,
  nameOf,
  from_version,
  preview: { missing, kept },
  onClose,
}: MigrationDialogProps & { preview: MigrationPreview }) {
  const trpc = useTRPC()
  const migrate = useAction(trpc.automations.migrate, { invalidates: trpc.automations })
  const [choices, setChoices] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const total = kept + missing.reduce((sum, { count }) => sum + count, 0)

  async function run() {
    setProblem(undefined)
    try {
      const targets = Object.fromEntries(
        missing.map(({ step_id }) => {
          const step = choices[step_id]
          return [step_id, step === undefined || step === COMPLETE ? null : step]
        }),
      )
      await migrate.run({ id, from_version, to: targets }, 'Moving subscribers in the background')
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <div className="grid gap-5">
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      {kept > 0 ? (
        <p className="text-sm">
          {formatCount(kept, 'subscriber')} {kept === 1 ? 'stays' : 'stay'} at the same step.
        </p>
      ) : null}
      {missing.map(({ step_id, label, count }) => (
        <Field
          key={step_id}
          label={`${formatCount(count, 'subscriber')} ${count === 1 ? 'is' : 'are'} at a step that no longer exists: ${label}`}
        >
          <SelectInput
            value={choices[step_id]}
            placeholder="Choose where they continue"
            options={[
              ...graph.steps.map((step) => ({ value: step.id, label: stepLine(step, nameOf) })),
              { value: COMPLETE, label: 'They complete the automation' },
            ]}
            onChange={(step) => setChoices((before) => ({ ...before, [step_id]: step }))}
          />
        </Field>
      ))}
      <DialogActions
        onClose={onClose}
        pending={migrate.isPending}
        disabled={missing.some(({ step_id }) => choices[step_id] === undefined)}
        onConfirm={run}
        confirmLabel={`Move ${formatCount(total, 'subscriber')}`}
      />
    </div>
  )
}
