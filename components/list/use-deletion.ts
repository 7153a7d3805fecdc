'use client'

import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { t } from '@/server/lib/locale/texts.ts'
import type { Deleting, Deletion, Undeleting } from '@/server/modules/deleted-records/schema.ts'

interface Deletes<Row> {
  remove: (input: Deleting) => Promise<Deletion>
  undelete: (input: Undeleting) => Promise<unknown>
  /** Reads again what shows the row. */
  refresh: () => Promise<unknown>
  /** Name of the row. */
  name: (row: Row) => string
  /** Called after the row is deleted, before anything is fetched again. */
  onDeleted?: () => void
}

/** Deletes rows with an offer to undo it, and after a question what nothing could undo or what is in use. */
export function useDeletion<Row extends { id: number }>({ remove, undelete, refresh, name, onDeleted }: Deletes<Row>) {
  const [asked, setAsked] = useState<Row>()

  async function offerUndo(row: Row, undo: number | null) {
    onDeleted?.()
    if (undo !== null)
      toastWithUndo(t`Deleted “${name(row)}”`, async () => {
        await undelete({ undo })
        await refresh()
        toast.success(t`Restored “${name(row)}”`)
      })
    await refresh()
  }

  async function start(row: Row) {
    try {
      const { is_deleted, undo } = await remove({ id: row.id, only_if_undoable: true })
      if (is_deleted) await offerUndo(row, undo)
      else setAsked(row)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return {
    start,
    /** For a dialog that asks. */
    question: {
      row: asked,
      name,
      onClose: () => setAsked(undefined),
      onDelete: async (row: Row) => {
        const { undo } = await remove({ id: row.id })
        await offerUndo(row, undo)
        return undo === null ? undefined : ('said' as const)
      },
    },
  }
}
