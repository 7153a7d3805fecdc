import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CommentsButton } from '@/components/comments/comments-button'
import { useAutosave } from '@/components/email-editor/autosave'
import { ChecksCard } from '@/components/email-editor/checks-card'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { HistoryButton } from '@/components/email-editor/history-button'
import { SaveNote, type Saving, worstOf } from '@/components/email-editor/save-note'
import { focusField, useFix } from '@/components/email-editor/use-fix'
import { fieldProblem } from '@/components/field-problem'
import { Eye, Send } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { Page, PageHeader } from '@/components/page-header'
import { EditableBy, IfRole, useHasRole } from '@/components/role'
import { BroadcastStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { useOpening } from '@/components/typing/use-opening'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { useLeave } from '@/components/use-leave'
import type { ComposedBroadcast, ComposerInput } from '@/server/modules/broadcasts/composer-schema.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'
import { planQuery } from '../queries'
import { Details } from './details'
import type { VersionFields } from './other-version'
import { ScheduledNotice } from './scheduled-notice'
import { useDifferences } from './use-differences'
import { Versions } from './versions'

const PreviewSheet = onDemand(async () => (await import('@/components/email-editor/preview-sheet')).PreviewSheet)
const SendDialog = onDemand(async () => (await import('./send-dialog')).SendDialog)

export function Composer({ broadcast }: { broadcast: ComposedBroadcast }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id } = broadcast
  const may_write = useHasRole('editor')
  const plan = useQuery(planQuery(trpc, id))
  const { run } = useAction(trpc.broadcasts.update)
  const store = useCallback(
    async (part: ComposerInput, replacing: Replacing) => {
      const saved = await run({ ...replacing, id, ...part })
      client.setQueryData(trpc.broadcasts.get.queryKey({ id }), saved)
      return saved
    },
    [client, id, run, trpc],
  )
  const [subject, setSubject] = useState(broadcast.subject ?? '')
  const [restoreCount, setRestoreCount] = useState(0)
  const [details, setDetails] = useState(0)
  const [is_kept, setIsKept] = useState(false)
  const showKept = useCallback(
    (keptChange: ComposerInput) => {
      client.setQueryData(trpc.broadcasts.get.queryKey({ id }), (before) => {
        if (!before) return before
        const { subject = before.subject, preview_text = before.preview_text, content = before.content } = keptChange
        return { ...before, subject, preview_text, content }
      })
      if (keptChange.subject !== undefined) setSubject(keptChange.subject ?? '')
      setIsKept(true)
      // This queue delivers the new text to the page.
      notifyManager.schedule(() => setRestoreCount((before) => before + 1))
    },
    [client, id, trpc],
  )
  const saving = useAutosave<ComposerInput>(store, {
    keep: may_write ? `broadcast ${id}` : undefined,
    stored: broadcast.text_version,
    onKept: showKept,
    read: () => client.fetchQuery({ ...trpc.broadcasts.get.queryOptions({ id }), staleTime: 0 }),
    show: () => {
      setSubject((client.getQueryData(trpc.broadcasts.get.queryKey({ id })) ?? broadcast).subject ?? '')
      notifyManager.schedule(() => {
        setRestoreCount((before) => before + 1)
        setDetails((before) => before + 1)
      })
    },
  })
  const { change, has_changed, flush: flushBroadcast, begin, state, problem } = saving
  useEffect(() => {
    if (!is_kept || state !== 'saved') return
    // The details show stored values, which include the kept changes by now.
    setIsKept(false)
    notifyManager.schedule(() => setDetails((before) => before + 1))
  }, [is_kept, state])
  const otherFields = useRef(new Set<VersionFields>())
  const onFields = useCallback((fields: VersionFields) => {
    otherFields.current.add(fields)
    return () => void otherFields.current.delete(fields)
  }, [])
  const [otherState, setOtherState] = useState<Saving>({ state: 'saved' })
  const flush = useCallback(async () => {
    await Promise.all([flushBroadcast(), ...[...otherFields.current].map((other) => other.flush())])
  }, [flushBroadcast])
  /** Like `catchUp` for all versions and the send plan. Hidden versions start with the result. */
  const catchUp = async () => {
    const shownVersions = () => client.getQueryData(trpc.broadcasts.plan.queryKey({ id }))?.text_versions.join()
    const before = shownVersions()
    await client.fetchQuery({ ...planQuery(trpc, id), staleTime: 0 })
    const changed = [shownVersions() !== before, await saving.catchUp()]
    for (const other of otherFields.current) changed.push(await other.catchUp())
    return changed.includes(true)
  }
  const [wanted, setWanted] = useState(1)
  const shownVersion = Math.min(wanted, (plan.data?.versions.length ?? 0) + 1)
  const email = { kind: 'broadcast', id, version: shownVersion } as const
  // A version's fields start with its stored text.
  const { chosen, open } = useOpening({ shown: shownVersion, save: flush, show: setWanted })
  const show = (version: number, is_focused = false) =>
    open(version, is_focused ? () => document.querySelector(`[data-version="${version}"]`) : undefined)
  const { screen, differences } = useDifferences({
    id,
    version: shownVersion,
    async onResolve(wins, text) {
      const [versionFields] = otherFields.current
      const fields = versionFields ?? { change, show: () => setRestoreCount((before) => before + 1) }
      if (wins === 'shown') {
        if (!versionFields) setSubject(text.subject)
        fields.change(text)
        return flush()
      }
      if (!versionFields) setSubject(client.getQueryData(trpc.broadcasts.get.queryKey({ id }))?.subject ?? '')
      fields.show()
    },
  })
  const discard = useAction(trpc.broadcasts.discardUntouched)
  useLeave(() => {
    if (!may_write || has_changed.current || broadcast.subject || broadcast.content) return
    void discard
      .run({ id })
      .then(() => client.invalidateQueries(trpc.broadcasts.list.pathFilter()))
      .catch(() => undefined)
  })
  const is_new = may_write && !broadcast.subject && !broadcast.content
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus the subject only when a draft is opened
  useEffect(() => {
    if (is_new) focusField('subject')
  }, [])
  const [previewing, setPreviewing] = useState(false)
  const [sending, setSending] = useState(false)
  function review() {
    const wrong = fieldProblem()
    if (wrong) toast.error(wrong)
    else setSending(true)
  }
  const { version, onFix } = useFix(
    { kind: 'broadcast', id },
    {
      flush,
      begin,
      onEdit(version = 1) {
        void show(version).catch(() => undefined)
        setSending(false)
      },
    },
  )
  const restore = useAction(trpc.broadcasts.restore)
  const isScheduled = broadcast.status === 'scheduled'

  return (
    <Page>
      <PageHeader
        back={{ href: '/broadcasts', label: 'Broadcasts' }}
        title={<LiquidText text={subject || 'New broadcast'} />}
        badge={<BroadcastStatusBadge status={broadcast.status} />}
        description={<SaveNote {...worstOf({ state, problem }, otherState)} />}
        actions={
          <>
            <Button variant="ghost" size="aside" onClick={() => setPreviewing(true)}>
              <Eye aria-hidden /> <span data-text>Preview</span>
            </Button>
            <CommentsButton item={{ kind: 'broadcast', item_id: id }} />
            <HistoryButton
              item={{ kind: 'broadcast', item_id: id }}
              flush={flush}
              restore={async (revision_id) => {
                const saved = await restore.run({ id, revision_id })
                setSubject(saved.subject ?? '')
                client.setQueryData(trpc.broadcasts.get.queryKey({ id }), saved)
                begin(saved)
              }}
              onRestored={() => setRestoreCount(restoreCount + 1)}
            />
            <IfRole atLeast="editor">
              <Button onClick={review}>
                <Send aria-hidden /> {isScheduled ? 'Change schedule' : 'Review and send'}
              </Button>
            </IfRole>
          </>
        }
      />
      <ConflictBar saving={saving} />
      {isScheduled && broadcast.send_at ? (
        <ScheduledNotice id={id} send_at={broadcast.send_at} plan={plan.data?.plan ?? null} />
      ) : null}
      {broadcast.resend_of === null ? null : (
        <Alert
          tone="info"
          title="This goes only to recipients of the original who did not open it."
          action={{ href: `/broadcasts/${broadcast.resend_of}`, label: 'Original' }}
        />
      )}
      <EditableBy atLeast="editor">
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Versions
            key={`${version} ${restoreCount}`}
            broadcast={broadcast}
            planned={plan.data}
            shown={shownVersion}
            chosen={chosen}
            onShow={show}
            onFields={onFields}
            onState={setOtherState}
            screen={screen}
            editable={may_write}
            onChange={(part) => {
              if (part.subject !== undefined) setSubject(part.subject)
              change(part)
            }}
          />
          <div className="grid gap-6 lg:sticky lg:top-8">
            <Details key={details} broadcast={broadcast} onChange={change} />
            <ChecksCard email={{ kind: 'broadcast', id }} flush={flush} onFix={may_write ? onFix : undefined} />
          </div>
        </div>
      </EditableBy>
      <PreviewSheet email={email} open={previewing} onClose={() => setPreviewing(false)} flush={flush} />
      {plan.data ? (
        <SendDialog
          broadcast={broadcast}
          savedPlan={plan.data}
          open={sending}
          onClose={() => setSending(false)}
          flush={flush}
          catchUp={catchUp}
          differences={differences}
          onFix={onFix}
        />
      ) : null}
    </Page>
  )
}
