import { errorText } from '@/components/error-text'
import { toast } from '@/components/ui/sonner'

/** In milliseconds: long enough to read what was done and to press the button. */
const OFFERED_MS = 10_000

/** Current offers to undo, the newest last, by the id of the toast. */
const offers = new Map<string, () => void>()
let count = 0

/** Shows what was done, with a button and the key Z to undo it. A failed undo shows its reason. */
export function toastWithUndo(done: string, undo: () => Promise<unknown>): void {
  const id = `undo-${++count}`
  const forget = () => void offers.delete(id)
  const take = () => {
    if (!offers.delete(id)) return
    void undo().catch((error: unknown) => toast.error(errorText(error)))
  }
  offers.set(id, take)
  toast.success(done, {
    id,
    duration: OFFERED_MS,
    action: { label: <UndoLabel />, onClick: take },
    onDismiss: forget,
    onAutoClose: forget,
  })
}

/** Lets the key Z undo something that the page itself offers to undo. Returns what ends the offer. */
export function offerUndo(undo: () => void): () => void {
  const id = `undo-${++count}`
  offers.set(id, () => {
    if (offers.delete(id)) undo()
  })
  return () => void offers.delete(id)
}

/** Undoes what was offered last. Does nothing while nothing is offered. */
export function undoLatest(): void {
  const [id, take] = [...offers].at(-1) ?? []
  if (id === undefined) return
  take?.()
  toast.dismiss(id)
}

function UndoLabel() {
  return (
    <>
      Undo <UndoKey />
    </>
  )
}

export const UndoKey = () => (
  <kbd aria-hidden className="ms-1.5 font-sans opacity-70 max-md:hidden">
    Z
  </kbd>
)
