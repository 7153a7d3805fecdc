import { useState } from 'react'
import { Check, ChevronsUpDown, X } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command-parts'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { useDebounced } from '@/components/use-debounced'
import { t } from '@/server/lib/locale/texts.ts'
import type { SettingField } from '@/server/modules/apps/plugin-schema.ts'
import type { SettingValue, SettingValues } from '@/server/modules/plugins/settings-schema.ts'
import { useOptions } from './use-plugins'

const PAUSE_MS = 300

export interface SettingControlProps {
  plugin_id: number
  field: SettingField
  value: SettingValue
  /** Values of all fields, which a dynamic select sends to the app. */
  values: SettingValues
  problem?: string | undefined
  onChange: (value: SettingValue) => void
}

type SearchField = Extract<SettingField, { type: 'search' }>

/** Searches the app's options. Opens inline, so it also works in sheets. */
export function OptionSearch({
  plugin_id,
  field,
  value,
  values,
  problem,
  onChange,
}: Omit<SettingControlProps, 'field'> & { field: SearchField }) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [labels, setLabels] = useState<Record<string, string>>({})
  const chosenValues = Array.isArray(value) ? value : typeof value === 'string' && value ? [value] : []
  const unnamed = chosenValues.find((item) => !labels[item])
  const settled = useDebounced(search, PAUSE_MS)
  const ask = { plugin_id, field: field.name, settings: values }
  // Only values are stored; labels come from the app.
  const names = useOptions({ ...ask, search: unnamed ?? '' }, { enabled: unnamed !== undefined })
  const results = useOptions({ ...ask, search: settled }, { enabled: open })
  const nameOf = (item: string) => labels[item] ?? names.data?.find((option) => option.value === item)?.label ?? item

  function choose(item: string, label: string) {
    setLabels({ ...labels, ...Object.fromEntries(chosenValues.map((old) => [old, nameOf(old)])), [item]: label })
    if (!field.multiselect) {
      onChange(item)
      setOpen(false)
    } else onChange(chosenValues.includes(item) ? chosenValues.filter((old) => old !== item) : [...chosenValues, item])
  }

  return (
    <div className="grid gap-2">
      <Field label={field.label} description={field.help} error={problem} optional={!field.required}>
        <Button
          variant="outline"
          className="w-full justify-between font-normal"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span className="truncate">
            {chosenValues.length > 0 ? chosenValues.map(nameOf).join(', ') : (field.placeholder ?? 'Search…')}
          </span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </Field>
      {open ? (
        <Command
          shouldFilter={false}
          label={field.label}
          className="h-auto rounded-xl border border-border-strong bg-card"
        >
          <CommandInput
            autoFocus
            placeholder={field.placeholder ?? 'Search'}
            pending={results.isFetching}
            value={search}
            onValueChange={setSearch}
          />
          <CommandList className="max-h-64">
            <CommandEmpty>
              {results.error ? results.error.message : results.isFetching ? 'Searching…' : 'No results'}
            </CommandEmpty>
            {results.data?.map(({ label, value: item }) => (
              <CommandItem key={item} value={item} onSelect={() => choose(item, label)}>
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {chosenValues.includes(item) ? <Check aria-label="chosen" className="text-primary-ink" /> : null}
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      ) : chosenValues.length > 0 && !field.required ? (
        <Button variant="link" size="sm" className="justify-self-start" onClick={() => onChange(null)}>
          <X aria-hidden /> Clear
        </Button>
      ) : null}
    </div>
  )
}

interface DynamicSelectProps {
  plugin_id: number
  field: Extract<SettingField, { type: 'dynamic_select' }>
  value: string
  values: SettingValues
  onChange: (value: SettingValue) => void
}

/** A select with the app's options. */
export function DynamicSelect({ plugin_id, field, value, values, onChange, ...slotted }: DynamicSelectProps) {
  const { [field.name]: _own, ...settings } = values
  const options = useOptions({ plugin_id, field: field.name, search: '', settings }, { enabled: true })
  const emptyLabel = options.error
    ? options.error.message
    : options.isPending
      ? t`Loading…`
      : (field.placeholder ?? t`All`)
  return (
    <SelectInput
      {...slotted}
      value={value}
      onChange={onChange}
      options={[{ label: emptyLabel, value: '' }, ...(options.data ?? [])]}
    />
  )
}
