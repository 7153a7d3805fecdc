import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import { ChoicePicker } from './choice-picker'
import { usePanel } from './panel-context'

interface PickerProps {
  /** Zero: nothing is chosen. */
  value: number
  onChange: (id: number, name?: string) => void
}

/** Props of a picker without an option for everything. */
const oneOf = ({ value, onChange }: PickerProps) => ({
  value,
  onChange: (id: number | null, name?: string) => onChange(id ?? 0, name),
})

export function TagPicker(props: PickerProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.tags.create, { invalidates: trpc.tags })
  const onCreate = async (name: string) => (await create.run({ name })).id
  return <ChoicePicker label="Tag" kind="tag" noun="tag" onCreate={onCreate} {...oneOf(props)} />
}

export function CustomFieldPicker(props: PickerProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.custom_fields.create, { invalidates: trpc.custom_fields })
  const onCreate = async (label: string) => (await create.run({ label })).id
  return <ChoicePicker label="Custom field" kind="field" noun="custom field" onCreate={onCreate} {...oneOf(props)} />
}

export function SequencePicker(props: PickerProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.sequences.create, { invalidates: trpc.sequences })
  const onCreate = async (name: string) => (await create.run({ name })).id
  return <ChoicePicker label="Sequence" kind="sequence" noun="sequence" onCreate={onCreate} {...oneOf(props)} />
}

export function AutomationPicker(props: PickerProps) {
  const { automation_id } = usePanel()
  return (
    <ChoicePicker label="Automation" kind="automation" noun="automation" except={automation_id} {...oneOf(props)} />
  )
}
