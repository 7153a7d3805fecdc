import { errorText } from '@/components/error-text'
import { toast } from '@/components/ui/sonner'

/** In milliseconds. Long enough to read the text and press the button. */
const OFFERED_MS = 10_000

/** Current undo offers by toast ID, newest last. */
const offers = new Map<string, () => void>()
let count = 0

/** Shows a toast with an undo button, and lets the key Z undo. A failed undo shows its reason. */
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

/** Lets the key Z undo something for which the page has its own undo button. Returns a function that ends the offer. */
export function offerUndo(undo: () => void): () => void {
  const id = `undo-${++count}`
  offers.set(id, () => {
    if (offers.delete(id)) undo()
  })
  return () => void offers.delete(id)
}

/** Runs the newest undo offer, if any. */
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
