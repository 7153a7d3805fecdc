import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { toast } from '@/components/ui/sonner'

interface DeleteDialogProps<Row> {
  /** The row to delete. Undefined: the dialog is closed. */
  row: Row | undefined
  /** Name of the row. */
  name: (row: Row) => string
  /** Describes what else is deleted and what is kept. */
  description: (row: Row) => ReactNode
  confirmLabel: string
  /** Text that the user must type first. */
  confirmText?: (row: Row) => string
  /** Deletes the row and refreshes the list. Returns `said` if it has already told the user, so no toast is needed. */
  onDelete: (row: Row) => Promise<unknown>
  /** The toast after deleting. Default: names the row. */
  done?: string
  onClose: () => void
}

/** Asks for a confirmation before deleting a row. */
export function DeleteDialog<Row>({
  row,
  name,
  description,
  confirmLabel,
  confirmText,
  onDelete,
  done,
  onClose,
}: DeleteDialogProps<Row>) {
  // Keeps the text while the dialog closes.
  const [shownRow, setShownRow] = useState(row)
  if (row !== undefined && row !== shownRow) setShownRow(row)
  return (
    <ConfirmDialog
      open={row !== undefined}
      onClose={onClose}
      title={shownRow === undefined ? null : `Delete “${name(shownRow)}”?`}
      description={shownRow === undefined ? null : description(shownRow)}
      confirmLabel={confirmLabel}
      confirmText={shownRow === undefined ? undefined : confirmText?.(shownRow)}
      tone="destructive"
      onConfirm={async () => {
        if (row === undefined) return
        if ((await onDelete(row)) !== 'said') toast.success(done ?? `Deleted “${name(row)}”`)
      }}
    />
  )
}
