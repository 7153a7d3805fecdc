import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { CommentsButton } from '@/components/comments/comments-button'
import { useAutosave } from '@/components/email-editor/autosave'
import { ChecksCard } from '@/components/email-editor/checks-card'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { EmailFields } from '@/components/email-editor/email-fields'
import { HistoryButton } from '@/components/email-editor/history-button'
import { SaveNote } from '@/components/email-editor/save-note'
import { useFix } from '@/components/email-editor/use-fix'
import { errorText } from '@/components/error-text'
import { Eye } from '@/components/generated/icons'
import { sendersQuery, templatesQuery } from '@/components/page-queries'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import { SelectInput } from '@/components/ui/select'
import { Sheet } from '@/components/ui/sheet'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { AutomationEmail, EmailChange } from '@/server/modules/automations/email-schema.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'

const PreviewSheet = onDemand(async () => (await import('@/components/email-editor/preview-sheet')).PreviewSheet)

interface EmailSheetProps {
  email: AutomationEmail
  open: boolean
  onClose: () => void
}

/** Composes a step's email. Subscribers receive it once the automation is published. */
export function EmailSheet({ email, open, onClose }: EmailSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Email"
      description="Subscribers get it as it was when you published."
      className="max-w-full sm:max-w-5xl"
    >
      <EmailEditor email={email} onClose={onClose} />
    </Sheet>
  )
}

function EmailEditor({ email, onClose }: Omit<EmailSheetProps, 'open'>) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id, automation_id } = email
  const editable = useHasRole('editor') && !email.is_locked
  const [previewing, setPreviewing] = useState(false)
  const [closing, setClosing] = useState(false)
  const { run } = useAction(trpc.automations.emails.save)
  const restore = useAction(trpc.automations.emails.restore)
  const [restoreCount, setRestoreCount] = useState(0)
  const [keptChange, setKeptChange] = useState<Partial<EmailChange>>()
  const showKept = useCallback((part: Partial<EmailChange>) => {
    setKeptChange(part)
    setRestoreCount((before) => before + 1)
  }, [])
  const keep = useCallback(
    (storedEmail: AutomationEmail) => {
      setKeptChange(undefined)
      client.setQueryData(trpc.automations.emails.get.queryKey({ id }), storedEmail)
      client.setQueryData(trpc.automations.get.queryKey({ id: automation_id }), (cachedAutomation) =>
        cachedAutomation
          ? {
              ...cachedAutomation,
              has_changes: true,
              emails: cachedAutomation.emails.map((one) =>
                one.id === id ? { ...one, subject: storedEmail.subject, preview_text: storedEmail.preview_text } : one,
              ),
            }
          : cachedAutomation,
      )
      // The automation's problems depend on its emails.
      void client.invalidateQueries({ queryKey: trpc.automations.get.queryKey({ id: automation_id }) })
    },
    [automation_id, client, id, trpc],
  )
  const store = useCallback(
    async (part: Partial<EmailChange>, replacing: Replacing) => {
      const saved = await run({ ...replacing, id, ...part })
      keep(saved)
      return saved
    },
    [id, keep, run],
  )
  const saving = useAutosave<EmailChange>(store, {
    keep: editable ? `automation email ${id}` : undefined,
    stored: email.text_version,
    onKept: showKept,
    read: () => client.fetchQuery({ ...trpc.automations.emails.get.queryOptions({ id }), staleTime: 0 }),
    show: () => {
      setKeptChange(undefined)
      notifyManager.schedule(() => setRestoreCount((before) => before + 1))
    },
  })
  const { change, flush, begin, state, problem } = saving
  const shownEmail = {
    ...email,
    ...keptChange,
    subject: keptChange?.subject ?? email.subject,
    content: keptChange?.content ?? email.content,
  }
  const ref = { kind: 'automation_email', id } as const
  const { version, onFix } = useFix(ref, { flush, begin, onEdit: () => undefined })

  async function finish() {
    setClosing(true)
    try {
      await flush()
      onClose()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setClosing(false)
    }
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-muted-foreground text-sm">
          <SaveNote state={state} {...(problem === undefined ? {} : { problem })} />
        </span>
        <span className="flex flex-wrap gap-2">
          <Button variant="ghost" size="aside" onClick={() => setPreviewing(true)}>
            <Eye aria-hidden /> <span data-text>Preview</span>
          </Button>
          <CommentsButton item={{ kind: 'automation_email', item_id: id }} />
          {editable ? (
            <HistoryButton
              item={{ kind: 'automation_email', item_id: id }}
              flush={flush}
              restore={async (revision_id) => {
                const saved = await restore.run({ id, revision_id })
                keep(saved)
                begin(saved)
              }}
              onRestored={() => setRestoreCount(restoreCount + 1)}
            />
          ) : null}
          <Button pending={closing} onClick={() => void finish()}>
            Done
          </Button>
        </span>
      </div>
      <ConflictBar saving={saving} />
      <fieldset disabled={!editable} className="grid min-w-0 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <legend className="sr-only">Email</legend>
        <EmailFields
          key={`${version} ${restoreCount}`}
          emailKey={`${id} ${version} ${restoreCount}`}
          email={shownEmail}
          editable={editable}
          onChange={change}
        />
        <div className="grid gap-6">
          <Sending key={restoreCount} email={shownEmail} onChange={change} />
          <ChecksCard email={ref} flush={flush} onFix={editable ? onFix : undefined} />
        </div>
      </fieldset>
      <PreviewSheet email={ref} open={previewing} onClose={() => setPreviewing(false)} flush={flush} />
    </div>
  )
}

const DEFAULT = 'default'

/** Sender and template. */
function Sending({ email, onChange }: { email: AutomationEmail; onChange: (change: Partial<EmailChange>) => void }) {
  const trpc = useTRPC()
  const senders = useQuery(sendersQuery(trpc))
  const templates = useQuery(templatesQuery(trpc))
  const [sender, setSender] = useState(email.email_address ?? DEFAULT)
  const [template, setTemplate] = useState(String(email.email_template_id ?? DEFAULT))
  return (
    <div className="grid gap-5">
      <Field label="From">
        <SelectInput
          value={sender}
          options={[
            { value: DEFAULT, label: 'Default sender' },
            ...(senders.data ?? [])
              .filter(({ status }) => status === 'confirmed')
              .map(({ email_address, from_name }) => ({
                value: email_address,
                label: `${from_name} <${email_address}>`,
              })),
          ]}
          onChange={(chosen) => {
            setSender(chosen)
            onChange({ email_address: chosen === DEFAULT ? null : chosen })
          }}
        />
      </Field>
      <Field label="Template">
        <SelectInput
          value={template}
          options={[
            { value: DEFAULT, label: 'Default template' },
            ...(templates.data?.rows ?? [])
              .filter(({ category }) => category !== 'Starting point')
              .map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          onChange={(chosen) => {
            setTemplate(chosen)
            onChange({ email_template_id: chosen === DEFAULT ? null : Number(chosen) })
          }}
        />
      </Field>
    </div>
  )
}
