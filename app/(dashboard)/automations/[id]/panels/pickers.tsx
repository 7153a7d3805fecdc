'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { ChoicePicker } from './choice-picker'
import { usePanel } from './panel-context'

interface PickerProps {
  label?: string
  value: number
  onChange: (id: number, name?: string) => void
}

const chosen = (onChange: PickerProps['onChange']) => (id: number | null, name?: string) => onChange(id ?? 0, name)

export function TagPicker({ label = 'Tag', value, onChange }: PickerProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const create = useMutation(trpc.tags.create.mutationOptions())
  return (
    <ChoicePicker
      label={label}
      kind="tag"
      noun="tag"
      value={value}
      onChange={chosen(onChange)}
      onCreate={async (name) => {
        const { id } = await create.mutateAsync({ name })
        await client.invalidateQueries(trpc.tags.pathFilter())
        return id
      }}
    />
  )
}

export function CustomFieldPicker({ label = 'Custom field', value, onChange }: PickerProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const create = useMutation(trpc.custom_fields.create.mutationOptions())
  return (
    <ChoicePicker
      label={label}
      kind="field"
      noun="custom field"
      value={value}
      onChange={chosen(onChange)}
      onCreate={async (name) => {
        const { id } = await create.mutateAsync({ label: name })
        await client.invalidateQueries(trpc.custom_fields.pathFilter())
        return id
      }}
    />
  )
}

export function SequencePicker({ value, onChange }: PickerProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const create = useMutation(trpc.sequences.create.mutationOptions())
  return (
    <ChoicePicker
      label="Sequence"
      kind="sequence"
      noun="sequence"
      value={value}
      onChange={chosen(onChange)}
      onCreate={async (name) => {
        const { id } = await create.mutateAsync({ name })
        await client.invalidateQueries(trpc.sequences.pathFilter())
        return id
      }}
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
      onChange={chosen(onChange)}
    />
  )
}
