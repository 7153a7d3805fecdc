import { Alert } from '@/components/ui/alert'
import { INCOMPLETE_NOTE } from './panel-context'

interface IncompleteNoteProps {
  /** Says what will happen once it is complete. */
  text: string
  /** Says what to do, after an attempt to publish. */
  problem: string
  is_marked: boolean
}

/** Says that something is not part of the automation yet. */
export function IncompleteNote({ text, problem, is_marked }: IncompleteNoteProps) {
  if (is_marked) return <Alert tone="danger" title={problem} tabIndex={-1} {...{ [INCOMPLETE_NOTE]: '' }} />
  return (
    <p role="status" className="rounded-lg bg-muted px-3 py-2 text-muted-foreground text-sm">
      {text}
    </p>
  )
}
