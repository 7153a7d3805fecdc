import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { errorText } from '@/components/error-text'
import { fieldProblem } from '@/components/field-problem'
import { formatCrowd } from '@/components/format'
import { httpStatus } from '@/components/request-error'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { EditedEmail, SavedEmail } from '@/server/modules/sequences/composer-schema.ts'

interface Options {
  /** Saves typed changes. */
  flush: () => Promise<void>
  /** Records that the stored text has changed. */
  begin: (saved: SavedEmail) => void
  shownVersion: () => string | undefined
  /** Shows the published text. */
  onDiscarded: (stored: SavedEmail) => void
}

/** Publishes or discards a published email's pending changes. */
export function useEmailChanges(
  { sequence_id, id, published, has_changes, waiting }: EditedEmail,
  { flush, begin, shownVersion, onDiscarded }: Options,
) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const key = { sequence_id, id }
  const publishing = useAction(trpc.sequences.publishEmailChanges)
  const discarding = useAction(trpc.sequences.discardEmailChanges)
  const saving = useAction(trpc.sequences.updateEmail)
  const [pending, setPending] = useState(false)
  const [question, setQuestion] = useState<'publish' | 'replace'>()

  async function show(saved: SavedEmail) {
    client.setQueryData(trpc.sequences.email.queryKey(key), (before) => (before ? { ...before, ...saved } : before))
    await client.invalidateQueries({ queryKey: trpc.sequences.get.queryKey({ id: sequence_id }) })
  }

  /** Saves and checks the text, and asks if subscribers are about to get it. */
  async function publish() {
    const wrong = fieldProblem()
    if (wrong) return void toast.error(wrong)
    setPending(true)
    try {
      await flush()
      if (waiting > 0) setQuestion('publish')
      else await run()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setPending(false)
    }
  }

  async function run(over_others = false) {
    try {
      const saved = await publishing.run({ ...key, text_version: shownVersion() ?? '', over_others })
      begin(saved)
      await show(saved)
      setQuestion(undefined)
      toast.success(t`Your changes are published`)
    } catch (error) {
      if (httpStatus(error) !== 409 || over_others) throw error
      setQuestion('replace')
    }
  }

  function discard() {
    const before = client.getQueryData(trpc.sequences.email.queryKey(key))
    discarding.start(key, async (saved) => {
      await show(saved)
      onDiscarded(saved)
      if (!before) return
      const { subject, preview_text, content, email_template_id } = before
      toastWithUndo(t`The published text is shown.`, async () => {
        const again = await saving.run({ ...key, subject, preview_text, content, email_template_id })
        await show(again)
        onDiscarded(again)
      })
    })
  }

  const dialog = (
    <ConfirmDialog
      open={question !== undefined}
      onClose={() => setQuestion(undefined)}
      title={question === 'replace' ? 'Replace the published text?' : 'Publish your changes?'}
      description={
        question === 'replace'
          ? 'Someone changed the published text after your changes began. Yours take its place, and theirs stays in the history.'
          : waiting === 1
            ? t`1 person gets this email next, with your changes. Emails that were sent stay as they are.`
            : t`${formatCrowd(waiting)} get this email next, with your changes. Emails that were sent stay as they are.`
      }
      confirmLabel={question === 'replace' ? 'Replace it' : 'Publish changes'}
      onConfirm={() => run(question === 'replace')}
    />
  )
  return { are_there: published && has_changes, pending, publish, discard, dialog }
}

/** Explains who gets which text while changes are pending. */
export function ChangesNote({ waiting, onDiscard }: { waiting: number; onDiscard: () => void }) {
  return (
    <Alert
      tone="info"
      title="Your changes are saved but not published yet."
      actions={
        <IfRole atLeast="editor">
          <Button variant="outline" size="sm" onClick={onDiscard}>
            Discard changes
          </Button>
        </IfRole>
      }
    >
      {waiting === 0
        ? 'Subscribers get the published text until you publish the changes.'
        : waiting === 1
          ? t`1 person gets this email next, with the published text until you publish the changes.`
          : t`${formatCrowd(waiting)} get this email next, with the published text until you publish the changes.`}
    </Alert>
  )
}
