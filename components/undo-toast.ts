import { errorText } from '@/components/error-text'
import { toast } from '@/components/ui/sonner'

/** In milliseconds: long enough to read what was done and to press the button. */
const OFFERED_MS = 10_000

/** Says what was done and offers to undo it. An undo that fails says why. */
export function toastWithUndo(done: string, undo: () => Promise<unknown>): void {
  const onClick = () => void undo().catch((error: unknown) => toast.error(errorText(error)))
  toast.success(done, { duration: OFFERED_MS, action: { label: 'Undo', onClick } })
}
