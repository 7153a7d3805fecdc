import { ChoiceField, type ChoiceFieldProps } from '@/components/choices/choice-field'
import { chooseText } from '@/components/choices/choose-text'
import type { ChoiceKind } from '@/components/choices/queries'
import { usePanel } from './panel-context'

interface ChoicePickerProps extends Omit<ChoiceFieldProps, 'name'> {
  kind: Exclude<ChoiceKind, 'broadcast'>
}

/** Chooses one item, searched by name. Names of the automation's items are already known. */
export function ChoicePicker({ kind, value, onChange, ...props }: ChoicePickerProps) {
  const { nameOf, remember, is_marked } = usePanel()
  return (
    <ChoiceField
      {...props}
      kind={kind}
      value={value}
      error={props.error ?? (is_marked && value === 0 ? chooseText(props.noun) : undefined)}
      name={value ? nameOf(kind, value) : undefined}
      onChange={(id, name) => {
        if (id !== null && name !== undefined) remember(kind, id, name)
        onChange(id, name)
      }}
    />
  )
}
