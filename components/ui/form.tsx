import type { ComponentProps, ElementType, ReactElement, SyntheticEvent } from 'react'
import type {
  Control,
  ControllerRenderProps,
  FieldErrors,
  FieldPath,
  FieldValues,
  UseFormReturn,
} from 'react-hook-form'
import { FormProvider, useController, useFormContext } from 'react-hook-form'
import { errorText } from '@/components/error-text'
import { enteredNow, forgetSent, rememberSent } from '@/components/sent-values'
import { Alert } from '@/components/ui/alert'
import type { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { text } from '@/server/lib/locale/texts.ts'

interface FormProps<Values extends FieldValues, Context, Output> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  form: UseFormReturn<Values, Context, Output>
  /** Receives parsed values. A thrown error is shown above the fields. */
  onSubmit: (values: Output) => unknown
  /** Called if validation fails, for forms that do not show all of their fields. */
  onRefused?: (errors: FieldErrors<Values>) => void
}

/** A react-hook-form that focuses the first invalid field and shows server errors above the fields. */
export function Form<Values extends FieldValues, Context, Output>({
  form,
  onSubmit,
  onRefused,
  className,
  children,
  ...props
}: FormProps<Values, Context, Output>) {
  function submit(event: SyntheticEvent) {
    // In React, a dialog's form may be inside another form, which must not be submitted.
    event.stopPropagation()
    const entered = enteredNow(form)
    return form.handleSubmit(async (values) => {
      rememberSent(form, entered, values)
      try {
        await onSubmit(values)
      } catch (error) {
        form.setError('root', { message: errorText(error) })
      } finally {
        forgetSent(form)
      }
    }, onRefused)(event)
  }
  return (
    <FormProvider {...form}>
      <form noValidate className={cn('grid gap-5', className)} onSubmit={submit} {...props}>
        <FormError />
        {children}
      </form>
    </FormProvider>
  )
}

function FormError() {
  const { message } = useFormContext().formState.errors.root ?? {}
  return message ? <Alert role="alert" tone="danger" title={message} /> : null
}

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Output>
  extends Omit<ComponentProps<typeof Field>, 'children' | 'error'> {
  control: Control<Values, Context, Output>
  name: Name
  children: (field: ControllerRenderProps<Values, Name>) => ReactElement
}

/** `<FormField control={form.control} name="subject" label="Subject">{(field) => <Input {...field} />}</FormField>` */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Context, Output>({
  control,
  name,
  children,
  ...props
}: FormFieldProps<Values, Name, Context, Output>) {
  const { field, fieldState } = useController({ control, name })
  const problem = messageOf(fieldState.error)
  return (
    <Field error={problem && text(problem)} {...props}>
      {children(field)}
    </Field>
  )
}

type OwnFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Output> = Omit<
  FormFieldProps<Values, Name, Context, Output>,
  'children' | 'className'
>

type InputFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Context,
  Output,
  As extends ElementType,
> = OwnFieldProps<Values, Name, Context, Output> & {
  /** The control: an `Input` unless set. */
  as?: As
  fieldClassName?: string
} & Omit<ComponentProps<As>, 'as' | keyof OwnFieldProps<Values, Name, Context, Output> | keyof ControllerRenderProps>

/**
 * A form field whose control needs nothing but its value: `<InputField control={form.control} name="subject" label="Subject" />`. Other props
 * belong to the control.
 */
export function InputField<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Context,
  Output,
  As extends ElementType = typeof Input,
>({
  as,
  control,
  name,
  label,
  hideLabel,
  description,
  optional,
  aside,
  layout,
  fieldClassName: className,
  ...props
}: InputFieldProps<Values, Name, Context, Output, As>) {
  const Control: ElementType = as ?? Input
  return (
    <FormField {...{ control, name, label, hideLabel, description, optional, aside, layout, className }}>
      {(field) => <Control {...field} value={field.value ?? ''} {...props} />}
    </FormField>
  )
}

/** A form field that is on or off. */
export const SwitchField = <Values extends FieldValues, Name extends FieldPath<Values>, Context, Output>({
  as: Control = Switch,
  ...props
}: OwnFieldProps<Values, Name, Context, Output> & { as?: typeof Switch | typeof Checkbox }) => (
  <FormField layout="inline" {...props}>
    {({ value, onChange, ...field }) => <Control {...field} checked={value ?? false} onCheckedChange={onChange} />}
  </FormField>
)

/** Returns a field's error message, or the first one of a list of texts, which is a single field. */
function messageOf(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.map(messageOf).find((message) => message !== undefined)
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : undefined
}
