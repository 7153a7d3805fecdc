'use client'

import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

interface ConflictNoticeProps {
  resolve: (keep: 'mine' | 'theirs') => Promise<void>
}

/** Someone else saved the draft, so nothing is saved until the user chose one of the two. */
export function ConflictNotice({ resolve }: ConflictNoticeProps) {
  const [pending, setPending] = useState<'mine' | 'theirs'>()
  async function choose(keep: 'mine' | 'theirs') {
    setPending(keep)
    try {
      await resolve(keep)
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
      title="Someone else changed this automation"
      actions={
        <>
          <Button variant="outline" size="sm" pending={pending === 'mine'} onClick={() => void choose('mine')}>
            Keep my version
          </Button>
          <Button size="sm" pending={pending === 'theirs'} onClick={() => void choose('theirs')}>
            Load their version
          </Button>
        </>
      }
    >
      Your last changes are not saved. If you load their version, you can bring yours back with Undo.
    </Alert>
  )
}
