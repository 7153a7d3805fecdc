'use client'

import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { CommentsButton } from '@/components/comments/comments-button'
import { useAutosave } from '@/components/email-editor/autosave'
import { ChecksCard } from '@/components/email-editor/checks-card'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { EmailFields } from '@/components/email-editor/email-fields'
import { HistoryButton } from '@/components/email-editor/history-button'
import { SaveNote, type Saving, worstOf } from '@/components/email-editor/save-note'
import { useFix } from '@/components/email-editor/use-fix'
import { errorText } from '@/components/error-text'
import { fieldProblem } from '@/components/field-problem'
import { ChartNoAxesColumn, ChevronLeft, ChevronRight, Eye, Trash2 } from '@/components/generated/icons'
import { plainLiquid } from '@/components/liquid-parts'
import { LiquidText } from '@/components/liquid-text'
import { FormLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { EditableBy, IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button, IconButton } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { useLeave } from '@/components/use-leave'
import { t } from '@/server/lib/locale/texts.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'
import type { EditedEmail, EmailKey } from '@/server/modules/sequences/composer-schema.ts'
import type { SequenceEmailChange } from '@/server/modules/sequences/email-schema.ts'
import { EmailStatusBadge } from '../../../sequence-badge'
import { useImpactDialog } from '../../impact-dialog'
import { ChangesNote, useEmailChanges } from './changes'
import { EmailDetails } from './email-details'
import type { Timing } from './timing-impact'

const SAVED: Saving = { state: 'saved' }

const PreviewSheet = onDemand(async () => (await import('@/components/email-editor/preview-sheet')).PreviewSheet)

export function EmailPage({ sequence_id, id }: EmailKey) {
  const trpc = useTRPC()
  const email = useQuery(trpc.sequences.email.queryOptions({ sequence_id, id }))
  if (email.error)
    return (
      <PageError
        query={email}
        title="Couldn’t load this email"
        href={`/sequences/${sequence_id}`}
        label="Back to the sequence"
      />
    )
  return email.data ? <EmailEditor key={id} email={email.data} /> : <FormLoading />
}

function EmailEditor({ email }: { email: EditedEmail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { sequence_id, id } = email
  const { run } = useAction(trpc.sequences.updateEmail)
  const remove = useAction(trpc.sequences.deleteEmail)
  const [subject, setSubject] = useState(email.subject)
  const [previewing, setPreviewing] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const may_write = useHasRole('editor')

  const store = useCallback(
    async (part: Partial<SequenceEmailChange>, replacing?: Replacing) => {
      const saved = await run({ ...replacing, sequence_id, id, ...part })
      const key = trpc.sequences.email.queryKey({ sequence_id, id })
      client.setQueryData(key, (before) => (before ? { ...before, ...saved } : before))
      await client.invalidateQueries({ queryKey: trpc.sequences.get.queryKey({ id: sequence_id }) })
      return saved
    },
    [client, id, run, sequence_id, trpc],
  )
  const [restoreCount, setRestoreCount] = useState(0)
  const [keptCount, setKeptCount] = useState(0)
  const showKept = useCallback(
    (part: Partial<SequenceEmailChange>) => {
      const key = trpc.sequences.email.queryKey({ sequence_id, id })
      client.setQueryData(key, (before) => before && { ...before, ...part, content: part.content ?? before.content })
      if (part.subject !== undefined) setSubject(part.subject)
      // This queue delivers the new text to the page.
      notifyManager.schedule(() => {
        setRestoreCount((before) => before + 1)
        setKeptCount((before) => before + 1)
      })
    },
    [client, id, sequence_id, trpc],
  )
  const saving = useAutosave<SequenceEmailChange>(store, {
    keep: may_write ? `sequence ${sequence_id} email ${id}` : undefined,
    stored: email.text_version,
    onKept: showKept,
    read: () => client.fetchQuery({ ...trpc.sequences.email.queryOptions({ sequence_id, id }), staleTime: 0 }),
    show: () => {
      setSubject(client.getQueryData(trpc.sequences.email.queryKey({ sequence_id, id }))?.subject ?? email.subject)
      notifyManager.schedule(() => {
        setRestoreCount((before) => before + 1)
        setKeptCount((before) => before + 1)
      })
    },
  })
  const { change, discard: discardTyped, has_changed, flush, begin, state, problem } = saving
  const [refusal, setRefusal] = useState<string>()

  const discard = useAction(trpc.sequences.discardUntouchedEmail)
  useLeave(() => {
    if (may_write && !has_changed.current && email.position === null) void discard.run({ id }).catch(() => undefined)
  })

  const ref = { kind: 'sequence_email', sequence_id, id } as const
  const { version, onFix } = useFix(ref, { flush, begin, onEdit: () => undefined })

  const restore = useAction(trpc.sequences.restoreEmail)
  const changes = useEmailChanges(email, {
    flush,
    begin,
    shownVersion: saving.shownVersion,
    onDiscarded: (stored) => {
      discardTyped()
      begin(stored)
      setSubject(stored.subject)
      // This queue delivers the new text to the page.
      notifyManager.schedule(() => {
        setRestoreCount((before) => before + 1)
        setKeptCount((before) => before + 1)
      })
    },
  })

  const { ask, dialog } = useImpactDialog(sequence_id)

  /** An untouched email is not in the sequence yet. */
  const isUntouched = () =>
    (client.getQueryData(trpc.sequences.email.queryKey({ sequence_id, id })) ?? email).position === null

  /** Saves first, or the published email would lack unsaved changes. */
  async function publish(isPublished: boolean) {
    const wrong = isPublished ? fieldProblem() : undefined
    if (wrong) return void toast.error(wrong)
    if (isPublished && !subject.trim()) return void toast.error(t`Write a subject before you publish this email.`)
    setPublishing(true)
    try {
      await flush()
      // The email is empty: publishing says so, and there is no impact to show.
      if (isUntouched()) return await store({ published: isPublished })
      await ask({
        edit: { kind: isPublished ? 'publish' : 'unpublish', id },
        title: isPublished ? `Publish “${plainLiquid(subject)}”?` : `Unpublish “${plainLiquid(subject)}”?`,
        confirmLabel: isPublished ? 'Publish email' : 'Unpublish email',
        run: async () => {
          await store({ published: isPublished })
          toast.success(isPublished ? 'Email published' : 'Email unpublished')
        },
      })
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setPublishing(false)
    }
  }

  /** Saves days last, because they are rejected while the stored unit is hours. */
  async function applyTiming({ send_days, ...delay }: Timing) {
    await flush()
    await store(delay.delay_unit === 'hours' ? { ...delay, send_days: null } : delay)
    if (delay.delay_unit === 'days') await store({ send_days })
    toast.success('Timing saved')
  }

  async function deleteEmail() {
    await remove.run({ sequence_id, id })
    router.replace(`/sequences/${sequence_id}`)
    // Other emails have another place now.
    await client.invalidateQueries({ ...trpc.sequences.pathFilter(), refetchType: 'none' })
    await client.invalidateQueries({ queryKey: trpc.sequences.get.queryKey({ id: sequence_id }) })
    toast.success('Email deleted')
  }

  const askToDelete = () => {
    if (isUntouched()) return deleteEmail().catch((error: unknown) => toast.error(errorText(error)))
    return ask({
      edit: { kind: 'delete', id },
      title: subject ? `Delete “${plainLiquid(subject)}”?` : 'Delete this email?',
      description: 'Links in sent copies keep working.',
      confirmLabel: 'Delete email',
      tone: 'destructive',
      always: true,
      run: deleteEmail,
    })
  }

  return (
    <Page>
      <PageHeader
        back={{ href: `/sequences/${sequence_id}`, label: email.sequence_name }}
        title={<LiquidText text={subject || 'Untitled email'} />}
        badge={<EmailStatusBadge published={email.published} />}
        description={
          <SaveNote {...worstOf({ state, problem }, refusal ? { state: 'failed', problem: refusal } : SAVED)} />
        }
        actions={
          <>
            <PlaceInSequence email={email} />
            <Button variant="ghost" size="aside" onClick={() => setPreviewing(true)}>
              <Eye aria-hidden /> <span data-text>Preview</span>
            </Button>
            <CommentsButton item={{ kind: 'sequence_email', item_id: id }} />
            <HistoryButton
              item={{ kind: 'sequence_email', item_id: id }}
              flush={flush}
              restore={async (revision_id) => {
                const saved = await restore.run({ sequence_id, id, revision_id })
                setSubject(saved.subject)
                const key = trpc.sequences.email.queryKey({ sequence_id, id })
                client.setQueryData(key, (before) => (before ? { ...before, ...saved } : before))
                begin(saved)
              }}
              onRestored={() => setRestoreCount(restoreCount + 1)}
            />
            <LinkButton variant="ghost" size="aside" href={`/sequences/${sequence_id}/emails/${id}/report`}>
              <ChartNoAxesColumn aria-hidden /> <span data-text>Report</span>
            </LinkButton>
            <IfRole atLeast="editor">
              <IconButton icon={Trash2} label="Delete email" size="icon" onClick={() => void askToDelete()} />
              {email.published ? (
                <Button disabled={!changes.are_there} pending={changes.pending} onClick={() => void changes.publish()}>
                  Publish changes
                </Button>
              ) : null}
              <Button
                variant={email.published ? 'outline' : 'primary'}
                pending={publishing}
                onClick={() => void publish(!email.published)}
              >
                {email.published ? 'Unpublish' : 'Publish'}
              </Button>
            </IfRole>
          </>
        }
      />
      <ConflictBar saving={saving} />
      {changes.are_there ? <ChangesNote waiting={email.waiting} onDiscard={changes.discard} /> : null}
      {email.published && email.problem ? (
        <Alert tone="warning" title="Subscribers are waiting for this email">
          {email.problem}
        </Alert>
      ) : null}
      <EditableBy atLeast="editor">
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <EmailFields
            key={`${version} ${restoreCount}`}
            emailKey={`${id} ${version} ${restoreCount}`}
            email={email}
            editable={may_write}
            onChange={(part) => {
              if (part.subject !== undefined) setSubject(part.subject)
              change(part)
            }}
          />
          <div className="grid gap-6">
            <EmailDetails
              key={keptCount}
              email={email}
              onChange={change}
              onApply={applyTiming}
              onRefused={setRefusal}
            />
            <ChecksCard email={ref} flush={flush} onFix={may_write ? onFix : undefined} />
          </div>
        </div>
      </EditableBy>
      {dialog}
      {changes.dialog}
      <PreviewSheet email={ref} open={previewing} onClose={() => setPreviewing(false)} flush={flush} />
    </Page>
  )
}

/** The place in the sequence, with links to the emails before and after. */
function PlaceInSequence({ email: { sequence_id, place, count, previous_id, next_id } }: { email: EditedEmail }) {
  if (count < 2) return null
  return (
    <nav aria-label="Emails of the sequence" className="me-2 flex items-center gap-1 text-muted-foreground text-sm">
      <SequenceLink sequence_id={sequence_id} id={previous_id} label="Previous email" icon={ChevronLeft} />
      <span className="tabular-nums">{t`${place} of ${count}`}</span>
      <SequenceLink sequence_id={sequence_id} id={next_id} label="Next email" icon={ChevronRight} />
    </nav>
  )
}

interface SequenceLinkProps {
  sequence_id: number
  /** Null: there is none. */
  id: number | null
  label: string
  icon: typeof ChevronLeft
}

function SequenceLink({ sequence_id, id, label, icon: Icon }: SequenceLinkProps) {
  if (id === null) return <IconButton icon={Icon} label={label} disabled />
  return (
    <LinkButton variant="ghost" size="icon-sm" aria-label={label} href={`/sequences/${sequence_id}/emails/${id}`}>
      <Icon aria-hidden />
    </LinkButton>
  )
}
