import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import type { Encoding, FormatInput, Import, Reading, Separator } from '@/server/modules/imports/schema.ts'

const SEPARATORS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const satisfies Record<
  Separator,
  string
>
const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western (Windows-1252)',
  'iso-8859-15': 'Western (ISO 8859-15)',
  macintosh: 'Western (Mac)',
  ibm850: 'Western (DOS 850)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  ibm866: 'Cyrillic (DOS 866)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'windows-1254': 'Turkish (Windows-1254)',
  'iso-8859-9': 'Turkish (ISO 8859-9)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const satisfies Record<Encoding, string>

const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))

/** Returns each encoding with the file's first non-ASCII characters decoded by it. */
const encodingsWith = (readings: readonly Reading[] = []) =>
  optionsOf(ENCODINGS).map(({ value, label }) => {
    const sample = sampleOf(readings, value)
    return { value, label: sample ? `${label}: ${sample}` : label }
  })

const sampleOf = (readings: readonly Reading[] = [], encoding: string | null) =>
  readings.find((one) => one.encoding === encoding)?.sample

/** Corrects a wrongly detected separator or encoding. */
export function FormatControls({ file }: { file: Import }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const set = useAction(trpc.imports.setFormat, {
    onDone: (read) => {
      client.setQueryData(trpc.imports.get.queryKey({ id: file.id }), read)
      return client.invalidateQueries(trpc.imports.previewProgress.queryFilter({ id: file.id }))
    },
    showsError: true,
  })
  // The encoding was guessed, so the creator should check it.
  const isLegacy = file.encoding !== null && !file.encoding.startsWith('utf-')
  const [isOpen, setIsOpen] = useState(isLegacy)
  const readings = useQuery(trpc.imports.readings.queryOptions({ id: file.id }, { enabled: isOpen }))
  const change = (format: Omit<FormatInput, 'id'>) => set.start({ id: file.id, ...format })
  return (
    <details
      className="group rounded-xl border border-border px-5 py-4"
      open={isLegacy}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
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
        <Field label="Encoding" description={sampleOf(readings.data, file.encoding)}>
          <SelectInput
            value={file.encoding ?? undefined}
            onChange={(value) => change({ encoding: value as Encoding })}
            options={encodingsWith(readings.data)}
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
