import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionBar } from '@/components/action-bar'
import { formatCount, formatNumber } from '@/components/format'
import { ArrowRight } from '@/components/generated/icons'
import { allFieldsQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { ImportCheck } from '@/server/modules/imports/preview-schema.ts'
import type { ColumnTarget, Import } from '@/server/modules/imports/schema.ts'
import { MAX_GUESSED_FIELDS } from '@/server/modules/imports/values-schema.ts'
import { CheckSummary } from './check-summary'
import { ColumnRow } from './column-row'
import { FirstRows } from './first-rows'
import { FormatControls } from './format-controls'
import { checkQuery, hasAddress } from './queries'

/** Maps each column to a field, and shows the result of the first rows. */
export function ColumnsStep({ file, onDone }: { file: Import; onDone: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [columns, setColumns] = useState(file.columns)
  const fields = useQuery(allFieldsQuery(trpc))
  const save = useAction(trpc.imports.setColumns)
  const checkOptions = checkQuery(trpc, file.id, columns)
  const check = useQuery(checkOptions)

  function choose(at: number, column: ColumnTarget) {
    save.reset()
    setColumns(columns.map((other, index) => (index === at ? column : withoutTwin(other, column))))
  }

  function leaveOutNewFields() {
    save.reset()
    setColumns(columns.map((column) => (column.target === 'new_field' ? { target: 'ignore' } : column)))
  }

  async function continueImport() {
    const saved = await save.run({ id: file.id, columns }).catch(() => undefined)
    if (!saved) return
    client.setQueryData(trpc.imports.get.queryKey({ id: file.id }), saved)
    await client.invalidateQueries(trpc.imports.previewProgress.queryFilter({ id: file.id }))
    onDone()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card>
        <CardHeader
          title="Match your columns"
          description={guessOf(columns)}
          actions={
            newFieldsIn(columns) >= MANY_FIELDS ? (
              <Button variant="outline" size="sm" onClick={leaveOutNewFields}>
                Skip new fields
              </Button>
            ) : null
          }
        />
        <ul className="mt-4 divide-y divide-border border-border border-t">
          {file.headers.map((header, index) => (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position, and headers may repeat
              key={index}
              header={header}
              examples={file.sample.map((row) => row[index] ?? '')}
              column={columns[index] ?? { target: 'ignore' }}
              fields={fields.data?.rows ?? []}
              words={check.data?.words.filter(({ column }) => column === index)}
              isOrderAsked={isOrderAsked(check.data, index)}
              onChange={(column) => choose(index, column)}
            />
          ))}
        </ul>
      </Card>
      {hasAddress(columns) ? (
        <CheckSummary check={check.data} error={check.error} total={file.total_rows} />
      ) : (
        <Alert tone="warning" title="Which column holds the email addresses?">
          Choose “Email address” for one column.
        </Alert>
      )}
      <FirstRows file={file} columns={columns} />
      <FormatControls file={file} />
      {save.error ? <Alert role="alert" tone="danger" title={save.error.message} /> : null}
      <ActionBar className="justify-end">
        <Button
          disabled={!checkOptions.enabled || isOrderAsked(check.data)}
          pending={save.isPending}
          onClick={() => void continueImport()}
        >
          Continue to consent <ArrowRight aria-hidden />
        </Button>
      </ActionBar>
    </div>
  )
}

/** Returns true if the dates of a column, or of any column, are ambiguous. */
const isOrderAsked = (check: ImportCheck | undefined, at?: number): boolean =>
  check?.questions.some(({ kind, column }) => kind === 'date_order' && (at === undefined || column === at)) ?? false

/** Number of new fields from which skipping them all is offered. */
const MANY_FIELDS = 10

const newFieldsIn = (columns: readonly ColumnTarget[]) => columns.filter(({ target }) => target === 'new_field').length

function guessOf(columns: readonly ColumnTarget[]): string {
  const fresh = newFieldsIn(columns)
  const made = fresh === 0 ? '' : t` The import creates ${formatCount(fresh, 'custom field')}.`
  const left = columns.filter(({ target }) => target === 'ignore').length
  return left > MAX_GUESSED_FIELDS
    ? `This file has many columns, so ${formatNumber(left)} are skipped. Choose the ones you want to keep.${made}`
    : `Check our suggestions. Skipped columns are not stored.${made}`
}

/** Address, name and date can be mapped only once, so choosing one for a column removes it from another. */
function withoutTwin(other: ColumnTarget, chosen: ColumnTarget): ColumnTarget {
  const single = chosen.target === 'email_address' || chosen.target === 'first_name' || chosen.target === 'created_at'
  const sameField =
    chosen.target === 'field' && other.target === 'field' && other.custom_field_id === chosen.custom_field_id
  return (single && other.target === chosen.target) || sameField ? { target: 'ignore' } : other
}
