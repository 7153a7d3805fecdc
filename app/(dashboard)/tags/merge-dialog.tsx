import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { ActionDialog } from '@/components/action-dialog'
import { ErrorState } from '@/components/error-state'
import { errorText } from '@/components/error-text'
import { formatCount, formatNumber } from '@/components/format'
import { allTagsQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { MergePreview, TagUse } from '@/server/modules/tag-merges/schema.ts'

interface MergeDialogProps {
  /** The tag that is merged into another one and deleted. */
  from: { id: number; name: string }
  /** The other tag, if it is known. */
  into_id?: number
  onClose: () => void
  onStarted: () => unknown
}

const KIND: Record<TagUse['kind'], string> = {
  segment: 'Segment',
  form: 'Form',
  sequence: 'Sequence',
  broadcast: 'Broadcast',
  automation: 'Automation',
  snippet: 'Snippet',
  template: 'Template',
  post: 'Post',
  webhook: 'Legacy webhook',
}
const SHOWN_USES = 8

/** Explains exactly what merging two tags does, and starts it. */
export function MergeDialog({ from, into_id: first_into, onClose, onStarted }: MergeDialogProps) {
  const trpc = useTRPC()
  const [intoId, setIntoId] = useState(first_into === undefined ? '' : String(first_into))
  const tags = useQuery(allTagsQuery(trpc))
  const merge = { from_id: from.id, into_id: Number(intoId) }
  const preview = useQuery(trpc.tag_merges.preview.queryOptions(merge, { enabled: intoId !== '', staleTime: 0 }))
  const start = useAction(trpc.tag_merges.start, {
    done: `Merging “${from.name}”. You can leave this page.`,
    onDone: async () => {
      await onStarted()
      onClose()
    },
    showsError: true,
  })
  const options = (tags.data?.rows ?? [])
    .filter(({ id }) => id !== from.id)
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((one, other) => one.label.localeCompare(other.label))
  const data = intoId === '' ? undefined : preview.data
  return (
    <ActionDialog
      title="Merge tags"
      description={`“${from.name}” becomes part of another tag and is deleted. You can undo this for an hour.`}
      onClose={onClose}
      pending={start.isPending}
      disabled={!data || data.blocks.length > 0}
      confirmLabel="Merge tags"
      onConfirm={() => start.start(merge)}
    >
      <Field label={`Merge “${from.name}” into`}>
        <SelectInput value={intoId} onChange={setIntoId} options={options} placeholder="Choose a tag" />
      </Field>
      {preview.error ? (
        <ErrorState as="h3" query={preview} />
      ) : data ? (
        <Preview preview={data} />
      ) : intoId === '' ? null : (
        <Skeleton className="h-40 w-full rounded-xl" />
      )}
      {start.error ? <Alert tone="danger" title={errorText(start.error)} /> : null}
    </ActionDialog>
  )
}

function Preview({ preview }: { preview: MergePreview }) {
  const { from_name, into_name, from_count, into_count, both_count, uses, blocks } = preview
  const total = from_count + into_count - both_count
  return (
    <div className="grid gap-4 text-sm">
      {blocks.map((block) => (
        <Alert key={block} tone="warning" title={block} />
      ))}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 rounded-xl bg-muted px-4 py-3">
        {[
          { label: `“${from_name}” has`, count: from_count },
          { label: `“${into_name}” has`, count: into_count },
          { label: `“${into_name}” will have`, count: total },
        ].map(({ label, count }) => (
          <Fragment key={label}>
            <dt className="[overflow-wrap:anywhere]">{label}</dt>
            <dd className="figures text-end font-semibold">{formatCount(count, 'subscriber')}</dd>
          </Fragment>
        ))}
      </dl>
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>
          {formatCount(from_count - both_count, 'subscriber')} will get “{into_name}”. Subscribers with both tags:{' '}
          {formatNumber(both_count)}. The earlier date is kept. Subscribers of every state are counted.
        </li>
        <li>
          {uses.length === 0
            ? 'Nothing else uses the tag.'
            : `${formatCount(uses.length, 'item')} will use “${into_name}” instead, also in automations that run:`}
        </li>
      </ul>
      {uses.length > 0 ? (
        <ul aria-label="Items that use the tag" className="grid gap-1 ps-5">
          {uses.slice(0, SHOWN_USES).map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`} className="flex min-w-0 gap-2">
              <span className="w-28 shrink-0 text-muted-foreground">{KIND[kind]}</span>
              <span className="truncate">{name || 'Untitled'}</span>
            </li>
          ))}
          {uses.length > SHOWN_USES ? (
            <li className="text-muted-foreground">and {formatNumber(uses.length - SHOWN_USES)} more</li>
          ) : null}
        </ul>
      ) : null}
      <p className="text-muted-foreground">
        No one counts as newly tagged: automations that start with “{into_name}” do not start, and apps only learn that
        “{from_name}” was deleted. An undo restores it for its subscribers and everywhere it was used.
      </p>
    </div>
  )
}
