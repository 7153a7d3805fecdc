'use client'

import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import { ChoicePicker } from './choice-picker'
import { usePanel } from './panel-context'

interface PickerProps {
  value: number
  onChange: (id: number, name?: string) => void
}

const idListener = (onChange: PickerProps['onChange']) => (id: number | null, name?: string) => onChange(id ?? 0, name)

export function TagPicker({ value, onChange }: PickerProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.tags.create, { invalidates: trpc.tags })
  return (
    <ChoicePicker
      label="Tag"
      kind="tag"
      noun="tag"
      value={value}
      onChange={idListener(onChange)}
      onCreate={async (name) => (await create.run({ name })).id}
    />
  )
}

export function CustomFieldPicker({ value, onChange }: PickerProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.custom_fields.create, { invalidates: trpc.custom_fields })
  return (
    <ChoicePicker
      label="Custom field"
      kind="field"
      noun="custom field"
      value={value}
      onChange={idListener(onChange)}
      onCreate={async (name) => (await create.run({ label: name })).id}
    />
  )
}

export function SequencePicker({ value, onChange }: PickerProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.sequences.create, { invalidates: trpc.sequences })
  return (
    <ChoicePicker
      label="Sequence"
      kind="sequence"
      noun="sequence"
      value={value}
      onChange={idListener(onChange)}
      onCreate={async (name) => (await create.run({ name })).id}
    />
  )
}

export function AutomationPicker({ value, onChange }: PickerProps) {
  const { automation_id } = usePanel()
  return (
    <ChoicePicker
      label="Automation"
      kind="automation"
      noun="automation"
      except={automation_id}
      value={value}
      onChange={idListener(onChange)}
    />
  )
}
