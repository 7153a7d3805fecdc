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
  const { choices } = usePanel()
  const create = useMutation(trpc.tags.create.mutationOptions())
  return (
    <ChoicePicker
      label={label}
      noun="tag"
      choices={choices.tag}
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
  const { choices } = usePanel()
  const create = useMutation(trpc.custom_fields.create.mutationOptions())
  return (
    <ChoicePicker
      label={label}
      noun="custom field"
      choices={choices.field}
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
  const { choices } = usePanel()
  const create = useMutation(trpc.sequences.create.mutationOptions())
  return (
    <ChoicePicker
      label="Sequence"
      noun="sequence"
      choices={choices.sequence}
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
  const { automation_id, choices } = usePanel()
  return (
    <ChoicePicker
      label="Automation"
      noun="automation"
      choices={choices.automation?.filter(({ id }) => id !== automation_id)}
      value={value}
      onChange={chosen(onChange)}
    />
  )
}
