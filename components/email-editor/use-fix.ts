import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { Fix } from '@/server/modules/delivery/preflight-schema.ts'
import type { EmailRef } from './email-ref'
import type { OnFix } from './remark-list'
import { useCheckKeys } from './use-check-keys'

interface UseFixOptions {
  flush: () => Promise<void>
  /** Records that the stored text has changed. */
  begin: (saved: { text_version: string }) => void
  onEdit: (version?: number) => void
}

/**
 * Applies fixes offered by checks. `version` changes when the content was replaced, so fields show the new content. Calls `onEdit` before
 * focusing a field, to close anything that covers it.
 */
export function useFix(email: EmailRef, { flush, begin, onEdit }: UseFixOptions) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const checks = useCheckKeys(email)
  const [version, setVersion] = useState(0)
  const of_broadcast = useAction(trpc.broadcasts.applyFix)
  const of_email = useAction(trpc.sequences.applyFix)
  const of_automation = useAction(trpc.automations.emails.applyFix)

  async function store({ find, replace }: Extract<Fix, { kind: 'replace' }>, of_version?: number) {
    const { id } = email
    if (email.kind === 'broadcast') {
      const saved = await of_broadcast.run({ id, find, replace, version: of_version })
      client.setQueryData(trpc.broadcasts.get.queryKey({ id }), saved)
      begin(saved)
      if (of_version) await client.refetchQueries(trpc.broadcasts.plan.queryFilter({ id }))
      return
    }
    if (email.kind === 'automation_email') {
      const saved = await of_automation.run({ id, find, replace })
      client.setQueryData(trpc.automations.emails.get.queryKey({ id }), saved)
      begin(saved)
      return
    }
    const { sequence_id } = email
    const saved = await of_email.run({ sequence_id, id, find, replace })
    const key = trpc.sequences.email.queryKey({ sequence_id, id })
    client.setQueryData(key, (before) => (before ? { ...before, ...saved } : before))
    begin(saved)
  }

  async function replace(fix: Extract<Fix, { kind: 'replace' }>, of_version?: number) {
    try {
      await flush()
      await store(fix, of_version)
      // This queue delivers the new text to the page, whose fields start with it.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      setVersion((before) => before + 1)
      for (const queryKey of checks) await client.invalidateQueries({ queryKey })
      toast.success('Fixed')
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const onFix: OnFix = (fix, of_version) => {
    if (fix.kind === 'replace') return void replace(fix, of_version)
    if (fix.kind !== 'field') return
    onEdit(of_version)
    whenUncovered(() => focusField(fix.field))
  }
  return { version, onFix }
}

const TRY_MS = 50
const MAX_TRIES = 200

/** Waits until dialogs are closed, the right version is open, and the last dialog has returned the focus. */
function whenUncovered(act: () => void, tries = 0): void {
  setTimeout(() => {
    const is_covered = tries < MAX_TRIES && document.querySelector('[role="dialog"], [data-opening]') !== null
    if (is_covered) whenUncovered(act, tries + 1)
    else setTimeout(act, TRY_MS)
  }, TRY_MS)
}

const LABELS: Record<Extract<Fix, { kind: 'field' }>['field'], string> = {
  subject: 'Subject',
  preview_text: 'Preview text',
  content: 'Content',
  audience: 'To',
  sender: 'From',
  template: 'Template',
}

/** Focuses the control with a field's label. */
export function focusField(field: keyof typeof LABELS): void {
  const name = LABELS[field]
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(name))
  const control = label?.htmlFor
    ? document.getElementById(label.htmlFor)
    : document.querySelector(`[aria-label="${name}"]`)
  control?.scrollIntoView({ block: 'center' })
  if (control instanceof HTMLElement) control.focus()
}
