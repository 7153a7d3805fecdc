import { type ReactNode, useState } from 'react'
import { errorText } from '@/components/error-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

interface ConflictBarProps {
  saving: { conflict: boolean; resolve: (wins: 'mine' | 'theirs') => Promise<void> }
  /** Explains what happens to the other text. Default: it stays in the history. */
  children?: ReactNode
}

/** Shown when someone else has saved the same text. Nothing is saved until the user chooses one of the two texts. */
export function ConflictBar({ saving: { conflict, resolve }, children }: ConflictBarProps) {
  const [pending, setPending] = useState<'mine' | 'theirs'>()
  if (!conflict) return null
  async function choose(wins: 'mine' | 'theirs') {
    setPending(wins)
    try {
      await resolve(wins)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setPending(undefined)
    }
  }
  return (
    <Alert
      role="alert"
      tone="warning"
      title="Someone changed this since you opened it"
      actions={
        <>
          <Button variant="outline" size="sm" pending={pending === 'mine'} onClick={() => void choose('mine')}>
            Keep mine
          </Button>
          <Button size="sm" pending={pending === 'theirs'} onClick={() => void choose('theirs')}>
            Load theirs
          </Button>
        </>
      }
    >
      {children ?? 'Your last changes are not saved. If you keep yours, their text stays in the history.'}
    </Alert>
  )
}
