import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { InputField } from '@/components/ui/form'

type NameDialogProps<Values extends FieldValues, Context, Output> = Omit<
  ComponentProps<typeof FormDialog<Values, Context, Output>>,
  'children'
> & {
  /** The form field of the name. Default: `name`. */
  field?: Path<Values>
  label?: string
  /** An example name. */
  placeholder?: string
  /** Says who sees the name. */
  hint?: string
  /** Shown above the name. */
  above?: ReactNode
  /** Fields below the name. */
  children?: ReactNode
}

/** A dialog that creates or renames one thing. */
export function NameDialog<Values extends FieldValues, Context, Output>({
  field: path = 'name' as Path<Values>,
  label = 'Name',
  placeholder,
  hint,
  above,
  children,
  ...dialog
}: NameDialogProps<Values, Context, Output>) {
  return (
    <FormDialog {...dialog}>
      {above}
      <InputField
        control={dialog.form.control}
        name={path}
        label={label}
        description={hint}
        autoFocus
        autoComplete="off"
        placeholder={placeholder}
      />
      {children}
    </FormDialog>
  )
}
