'use client'

import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'

type Named = FieldValues & { name: string }

type NameDialogProps<Values extends Named, Context, Output> = Omit<
  ComponentProps<typeof FormDialog<Values, Context, Output>>,
  'children'
> & {
  /** An example of a name. */
  placeholder?: string
  /** Who sees the name. */
  hint?: string
  /** Fields below the name. */
  children?: ReactNode
}

/** A dialog that creates or renames one thing. Its form has a `name`. */
export function NameDialog<Values extends Named, Context, Output>({
  placeholder,
  hint,
  children,
  ...dialog
}: NameDialogProps<Values, Context, Output>) {
  return (
    <FormDialog {...dialog}>
      <FormField control={dialog.form.control} name={'name' as Path<Values>} label="Name" description={hint}>
        {(field) => <Input {...field} autoFocus autoComplete="off" placeholder={placeholder} />}
      </FormField>
      {children}
    </FormDialog>
  )
}
