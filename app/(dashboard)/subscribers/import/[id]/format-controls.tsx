'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import type { Encoding, FormatInput, Import, Separator } from '@/server/modules/imports/schema.ts'

const SEPARATORS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const satisfies Record<
  Separator,
  string
>
const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western (Windows-1252)',
} as const satisfies Record<Encoding, string>

const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))

/** Corrects a wrongly detected separator or encoding. */
export function FormatControls({ file }: { file: Import }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const set = useMutation(
    trpc.imports.setFormat.mutationOptions({
      onSuccess: (read) => {
        client.setQueryData(trpc.imports.get.queryKey({ id: file.id }), read)
        return client.invalidateQueries(trpc.imports.previewProgress.queryFilter({ id: file.id }))
      },
    }),
  )
  const change = (format: Omit<FormatInput, 'id'>) => set.mutate({ id: file.id, ...format })
  return (
    <details className="group rounded-xl border border-border px-5 py-4">
      <summary className="cursor-pointer rounded-md font-medium text-sm">
        Garbled text, or everything in one column?
      </summary>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Column separator">
          <SelectInput
            value={file.separator ?? undefined}
            onChange={(value) => change({ separator: value as Separator })}
            options={optionsOf(SEPARATORS)}
          />
        </Field>
        <Field label="Encoding">
          <SelectInput
            value={file.encoding ?? undefined}
            onChange={(value) => change({ encoding: value as Encoding })}
            options={optionsOf(ENCODINGS)}
          />
        </Field>
        <Field label="The first row contains column names" layout="inline">
          <Checkbox checked={file.has_header} onCheckedChange={(checked) => change({ has_header: checked === true })} />
        </Field>
      </div>
      {set.error ? <Alert role="alert" className="mt-4" tone="danger" title={set.error.message} /> : null}
    </details>
  )
}
