import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '@/components/action-dialog'
import { errorText } from '@/components/error-text'
import { dateTimeStyle, formatDate } from '@/components/format'
import { allSequencesQuery, allTagsQuery } from '@/components/page-queries'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { ChangeAction, ChangeSource } from '@/server/modules/sequences/change-schema.ts'
import { ImpactList } from './[id]/impact-dialog'
import { actionTexts, changeLabel, changeLines } from './change-text'

interface ChangeDialogProps {
  action: ChangeAction
  /** Undefined: the user chooses a sequence. */
  sequence_id?: number
  /** Undefined: the user chooses a tag or segment. */
  source?: ChangeSource
  source_name?: string
  onClose: () => void
  onDone?: () => void
}

/** Adds a set of subscribers to a sequence, or restarts or removes them, after previewing the effect. */
export function ChangeDialog({ action, sequence_id, source, source_name, onClose, onDone }: ChangeDialogProps) {
  const trpc = useTRPC()
  const timeZone = useTimeZone()
  const [chosenSequence, setSequence] = useState<number>()
  const [chosenSource, setSource] = useState<ChangeSource>()
  const request = useAction(trpc.sequences.requestChange, {
    invalidates: trpc.sequences,
    onDone: () => {
      onDone?.()
      onClose()
    },
    showsError: true,
  })
  const sequence = sequence_id ?? chosenSequence
  const from = source ?? chosenSource
  const input = sequence && from ? { sequence_id: sequence, action, source: from } : undefined
  const preview = useQuery(
    trpc.sequences.previewChange.queryOptions(input ?? { sequence_id: 1, action, source: { kind: 'everyone' } }, {
      enabled: Boolean(input),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  const date = (at: string) => formatDate(at, timeZone, dateTimeStyle)
  const { title, running } = actionTexts[action]

  const problem = request.error ?? preview.error
  return (
    <ActionDialog
      title={sequence_id ? title : 'Add to a sequence'}
      description={source_name ?? DESCRIPTIONS[action]}
      onClose={onClose}
      tone={action === 'remove' ? 'destructive' : 'primary'}
      pending={request.isPending}
      disabled={!input || preview.isPlaceholderData || !preview.data?.changed}
      confirmLabel={input && preview.data ? changeLabel(action, preview.data.changed) : title}
      onConfirm={() => input && request.start(input, `${running} in the background`)}
    >
      {sequence_id ? null : <SequenceField value={chosenSequence} onChange={setSequence} />}
      {source ? null : <SourceField action={action} value={chosenSource} onChange={setSource} />}
      {problem ? <Alert role="alert" tone="danger" title={errorText(problem)} /> : null}
      <div aria-live="polite">
        {input && preview.data ? <ImpactList lines={changeLines(preview.data, action, date)} /> : null}
        {input && preview.isPending ? <Skeleton className="h-5 w-64" /> : null}
      </div>
    </ActionDialog>
  )
}

const DESCRIPTIONS = {
  add: 'Everyone with a tag or in a segment.',
  restart: 'They start again with the first email, wherever they are.',
  remove: 'They get no more emails from this sequence.',
}

function SequenceField({ value, onChange }: { value: number | undefined; onChange: (id: number) => void }) {
  const trpc = useTRPC()
  const sequences = useQuery(allSequencesQuery(trpc))
  const rows = sequences.data?.rows ?? []
  return (
    <Field label="Sequence">
      <SelectInput
        value={value === undefined ? undefined : String(value)}
        placeholder={sequences.data && rows.length === 0 ? 'No sequences yet' : 'Choose a sequence'}
        options={rows.map(({ id, name, active }) => ({ value: String(id), label: active ? name : `${name} (paused)` }))}
        onChange={(id) => onChange(Number(id))}
      />
    </Field>
  )
}

interface SourceFieldProps {
  action: ChangeAction
  value: ChangeSource | undefined
  onChange: (source: ChangeSource) => void
}

function SourceField({ action, value, onChange }: SourceFieldProps) {
  const trpc = useTRPC()
  const tags = useQuery(allTagsQuery(trpc))
  const segments = useQuery(trpc.segments.list.queryOptions({ per_page: 1000 }))
  const options = [
    ...(action === 'add' ? [] : [{ value: 'everyone', label: 'Everyone in the sequence' }]),
    ...(segments.data?.rows ?? []).map(({ id, name }) => ({ value: `segment ${id}`, label: `Segment: ${name}` })),
    ...(tags.data?.rows ?? []).map(({ id, name }) => ({ value: `tag ${id}`, label: `Tag: ${name}` })),
  ]
  const current = value && ('id' in value ? `${value.kind} ${value.id}` : value.kind)
  return (
    <Field label="Subscribers">
      <SelectInput
        value={current}
        placeholder="Choose a segment or tag"
        options={options}
        onChange={(chosen) => {
          const [kind, id] = chosen.split(' ')
          if (kind === 'segment' || kind === 'tag') onChange({ kind, id: Number(id) })
          else onChange({ kind: 'everyone' })
        }}
      />
    </Field>
  )
}
