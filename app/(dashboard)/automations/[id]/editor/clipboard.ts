import { z } from 'zod'
import { Step } from '@/server/modules/automations/graph-schema.ts'

const KEY = 'envoi:copied-steps'
const Copied = z.object({ account_id: z.string(), steps: z.array(Step).min(1) })

// The browser stores copied steps, so they can be pasted into another automation or tab. They refer to tags and emails by IDs, which are
// valid in one account only.

export function keepCopied(account_id: string, steps: readonly Step[]): void {
  localStorage.setItem(KEY, JSON.stringify({ account_id, steps }))
}

/** Returns the copied steps, the first one first. Empty if they were copied in another account. */
export function readCopied(account_id: string): Step[] {
  try {
    const copied = Copied.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return copied.success && copied.data.account_id === account_id ? copied.data.steps : []
  } catch {
    return []
  }
}
