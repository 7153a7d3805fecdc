import type { ReactNode, SyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { cn } from '@/components/ui/cn'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'

interface FormDialogProps<Values extends FieldValues, Context, Output> {
  title: string
  description?: string
  form: UseFormReturn<Values, Context, Output>
  /** Receives parsed values. A thrown error is shown above the fields. */
  onSubmit: (values: Output) => unknown
  /** Verb and noun: "Create sequence". */
  submitLabel: string
  submitDisabled?: boolean
  tone?: 'primary' | 'destructive'
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with a single form that creates or changes one thing. */
export function FormDialog<Values extends FieldValues, Context, Output>({
  title,
  description,
  form,
  onSubmit,
  submitLabel,
  submitDisabled,
  tone,
  open,
  onClose,
  children,
}: FormDialogProps<Values, Context, Output>) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <Form form={form} onSubmit={onSubmit}>
        <WhileIdle is_sending={form.formState.isSubmitting}>{children}</WhileIdle>
        <DialogActions
          onClose={onClose}
          tone={tone}
          pending={form.formState.isSubmitting}
          disabled={submitDisabled}
          confirmLabel={submitLabel}
        />
      </Form>
    </Dialog>
  )
}

/** Makes fields read-only while sending: the dialog closes on success, and text typed since would be lost. The fields keep the focus. */
function WhileIdle({ is_sending, children }: { is_sending: boolean; children: ReactNode }) {
  const refuse = is_sending
    ? (event: SyntheticEvent) => {
        const { key } = event.nativeEvent as Partial<KeyboardEvent>
        if (key !== 'Tab' && key !== 'Escape') event.preventDefault()
      }
    : undefined
  return (
    <div
      className={cn('grid gap-5', is_sending && 'opacity-60')}
      aria-busy={is_sending}
      onKeyDownCapture={refuse}
      onBeforeInputCapture={refuse}
      onPasteCapture={refuse}
      onPointerDownCapture={refuse}
      onClickCapture={refuse}
    >
      {children}
    </div>
  )
}
