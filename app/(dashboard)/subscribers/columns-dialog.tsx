import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { allFieldsQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { useAction } from '@/components/use-action'
import {
  COLUMNS,
  type Column,
  DEFAULT_COLUMNS,
  MAX_FIELD_COLUMNS,
} from '@/server/modules/subscribers/columns-schema.ts'

const LABELS: Record<Column, string> = {
  state: 'State',
  tags: 'Tags',
  engagement: 'Sent, opened and clicked in 90 days',
  last_opened: 'Last opened',
  source: 'Source',
  location: 'Location',
  joined: 'Joined',
}

interface ColumnsDialogProps {
  columns: readonly Column[]
  field_ids: readonly number[]
  onClose: () => void
}

/** Selects the columns of the list, for this member in this account. */
export function ColumnsDialog({ columns, field_ids, onClose }: ColumnsDialogProps) {
  const trpc = useTRPC()
  const [chosenColumns, setChosenColumns] = useState<ReadonlySet<Column>>(new Set(columns))
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set(field_ids))
  const fields = useQuery(allFieldsQuery(trpc))
  const save = useAction(trpc.subscribers.saveColumns, { invalidates: trpc.subscribers.list })
  async function apply(next: { columns: Column[]; field_ids: number[] }) {
    await save.run(next)
    onClose()
  }
  return (
    <Dialog onClose={onClose} title="Columns" description="Only you see this choice, in this account.">
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const next = { columns: COLUMNS.filter((column) => chosenColumns.has(column)), field_ids: [...ids] }
          void apply(next).catch(() => undefined)
        }}
      >
        {save.error ? <Alert role="alert" tone="danger" title={errorText(save.error)} /> : null}
        <fieldset className="grid gap-3">
          <legend className="sr-only">Columns</legend>
          {COLUMNS.map((column) => (
            <Field key={column} label={LABELS[column]} layout="inline">
              <Checkbox
                checked={chosenColumns.has(column)}
                onCheckedChange={() => setChosenColumns(toggled(chosenColumns, column))}
              />
            </Field>
          ))}
        </fieldset>
        {fields.data && fields.data.rows.length > 0 ? (
          <fieldset className="grid gap-3">
            <legend className="mb-3 font-medium text-sm">Custom fields, at most {MAX_FIELD_COLUMNS}</legend>
            <div className="grid max-h-56 gap-3 overflow-y-auto p-1">
              {fields.data.rows.map(({ id, label }) => (
                <Field key={id} label={label} layout="inline">
                  <Checkbox
                    checked={ids.has(id)}
                    disabled={!ids.has(id) && ids.size >= MAX_FIELD_COLUMNS}
                    onCheckedChange={() => setIds(toggled(ids, id))}
                  />
                </Field>
              ))}
            </div>
          </fieldset>
        ) : null}
        <DialogActions
          onClose={() => void apply(DEFAULT_COLUMNS).catch(() => undefined)}
          dismissLabel="Use standard columns"
          pending={save.isPending}
          confirmLabel="Save columns"
        />
      </form>
    </Dialog>
  )
}

function toggled<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
