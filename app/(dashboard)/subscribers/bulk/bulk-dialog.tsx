import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '@/components/choices/choice-field'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { Action, ActionKind, BulkSelection } from '@/server/modules/bulk-actions/schema.ts'
import { ACTION_TEXTS, actionLabel, previewText, selectionText } from './bulk-text'
import { FieldInput } from './field-input'

interface BulkDialogProps {
  kind: ActionKind
  selection: BulkSelection
  count: number
  onClose: () => void
  onDone: () => void
}

const isFinal = (kind: ActionKind) => kind === 'unsubscribe' || kind === 'delete'

/** Asks for an action's input, explains exactly what it will do, and starts it. */
export function BulkDialog({ kind, selection, count, onClose, onDone }: BulkDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [target, setTarget] = useState<{ id: number; name: string }>()
  const [value, setValue] = useState('')
  const [typedCount, setTypedCount] = useState('')
  const request = useAction(trpc.bulk_actions.request)
  const create = useAction(trpc.tags.create)
  const action = actionOf(kind, target?.id, value)
  const preview = useQuery(
    trpc.bulk_actions.preview.queryOptions(
      { selection, action: action ?? { kind: 'unsubscribe' } },
      { enabled: Boolean(action), staleTime: 0, placeholderData: keepPreviousData },
    ),
  )
  const prediction = action ? preview.data : undefined
  const texts = ACTION_TEXTS[kind]
  const problem = request.error ?? (action ? preview.error : null)
  const to_type = isFinal(kind) ? String(prediction?.matched ?? count) : undefined
  const can_start =
    prediction !== undefined &&
    prediction.changed > 0 &&
    !preview.isPlaceholderData &&
    (to_type === undefined || typedCount.replaceAll(/[\s,.]/g, '') === to_type)

  async function start() {
    if (!action || !prediction) return
    const started = await request.run({ selection, action, expected: prediction.matched })
    // Shown as running even if it ends soon, because its end is only announced for running actions.
    client.setQueryData(trpc.bulk_actions.list.queryKey(), (rows = []) => [started, ...rows])
    await client.invalidateQueries(trpc.bulk_actions.pathFilter())
    onDone()
    onClose()
  }

  return (
    <Dialog onClose={onClose} title={texts.title} description={selectionText(selection, count)}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (can_start) void start().catch(() => undefined)
        }}
      >
        {kind === 'tag' || kind === 'untag' ? (
          <ChoiceField
            kind="tag"
            label="Tag"
            noun="tag"
            value={target?.id ?? 0}
            name={target?.name}
            onChange={(id, name = '') => setTarget(id ? { id, name } : undefined)}
            {...(kind === 'tag' ? { onCreate: async (name) => (await create.run({ name })).id } : {})}
          />
        ) : null}
        {kind === 'add_to_sequence' || kind === 'remove_from_sequence' ? (
          <ChoiceField
            kind="sequence"
            label="Sequence"
            noun="sequence"
            value={target?.id ?? 0}
            name={target?.name}
            onChange={(id, name = '') => setTarget(id ? { id, name } : undefined)}
          />
        ) : null}
        {kind === 'set_field' ? (
          <FieldInput field={target} onField={setTarget} value={value} onValue={setValue} />
        ) : null}
        {problem ? <Alert role="alert" tone="danger" title={errorText(problem)} /> : null}
        <div aria-live="polite" className="grid gap-1.5 text-sm">
          {action && !prediction && !preview.error ? <Skeleton className="h-5 w-64" /> : null}
          {prediction ? <p className="font-medium">{previewText(kind, prediction)}</p> : null}
          {prediction && prediction.changed > 0 ? (
            <p className="text-pretty text-muted-foreground">
              {texts.effect} {texts.undo}
            </p>
          ) : null}
        </div>
        {to_type && prediction && prediction.changed > 0 ? (
          <Field
            label={
              <span>
                Type <span className="font-mono">{to_type}</span> to confirm
              </span>
            }
          >
            <Input
              value={typedCount}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setTypedCount(event.target.value)}
            />
          </Field>
        ) : null}
        <DialogActions
          onClose={onClose}
          tone={isFinal(kind) ? 'destructive' : 'primary'}
          pending={request.isPending}
          disabled={!can_start}
          confirmLabel={prediction && prediction.changed > 0 ? actionLabel(kind, prediction.changed) : texts.title}
        />
      </form>
    </Dialog>
  )
}

/** Undefined until the required input is chosen. */
function actionOf(kind: ActionKind, id: number | undefined, value: string): Action | undefined {
  switch (kind) {
    case 'tag':
    case 'untag':
      return id ? { kind, tag_id: id } : undefined
    case 'add_to_sequence':
    case 'remove_from_sequence':
      return id ? { kind, sequence_id: id } : undefined
    case 'set_field':
      return id ? { kind, field_id: id, value } : undefined
    default:
      return { kind }
  }
}
