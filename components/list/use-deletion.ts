import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastWithUndo } from '@/components/undo-toast'
import { type Procedure, type Queries, useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { Deleting, Deletion, Undeleting } from '@/server/modules/deleted-records/schema.ts'

interface Deletes<Row> {
  remove: Procedure<Deleting, Deletion>
  undelete: Procedure<Undeleting, unknown>
  /** Queries that contain the row. */
  invalidates: Queries
  /** Name of the row. */
  name: (row: Row) => string
  /** Called after the row is deleted, before anything is refetched. */
  onDeleted?: () => void
}

/** Deletes rows with an offer to undo it. Asks first if the row cannot be restored or is in use. */
export function useDeletion<Row extends { id: number }>({ invalidates, name, onDeleted, ...procedures }: Deletes<Row>) {
  const client = useQueryClient()
  const remove = useAction(procedures.remove)
  const undelete = useAction(procedures.undelete, { invalidates })
  const [rowToDelete, setRowToDelete] = useState<Row>()

  async function offerUndo(row: Row, undo: number | null) {
    onDeleted?.()
    if (undo !== null)
      toastWithUndo(t`Deleted “${name(row)}”`, () => undelete.run({ undo }, t`Restored “${name(row)}”`))
    await client.invalidateQueries(invalidates.pathFilter())
  }

  const start = (row: Row) =>
    remove.start({ id: row.id, only_if_undoable: true }, async ({ is_deleted, undo }) => {
      if (is_deleted) await offerUndo(row, undo)
      else setRowToDelete(row)
    })

  return {
    start,
    /** Props of a confirmation dialog. */
    question: {
      row: rowToDelete,
      name,
      onClose: () => setRowToDelete(undefined),
      onDelete: async (row: Row) => {
        const { undo } = await remove.run({ id: row.id })
        await offerUndo(row, undo)
        return undo === null ? undefined : ('said' as const)
      },
    },
  }
}
