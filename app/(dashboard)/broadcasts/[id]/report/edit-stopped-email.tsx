import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { EmailFields } from '@/components/email-editor/email-fields'
import { SaveNote } from '@/components/email-editor/save-note'
import { Eye } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { Page, PageHeader } from '@/components/page-header'
import { BroadcastStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import type { ComposedBroadcast, RepairInput } from '@/server/modules/broadcasts/composer-schema.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'
import { ResumeButton } from './resume-button'
import { StoppedNotice } from './stopped-notice'

const PreviewSheet = onDemand(async () => (await import('@/components/email-editor/preview-sheet')).PreviewSheet)

/** Edits the email of a stopped broadcast. Only subscribers who have not received it get the edited version. */
export function EditStoppedEmail({ broadcast }: { broadcast: ComposedBroadcast }) {
  const { id } = broadcast
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const progress = useQuery(trpc.broadcasts.progress.queryOptions({ id }))
  const { run } = useAction(trpc.broadcasts.repair)
  const store = useCallback(
    async (part: RepairInput, replacing: Replacing) => {
      const saved = await run({ ...replacing, id, ...part })
      await client.invalidateQueries(trpc.broadcasts.get.queryFilter({ id }))
      return saved
    },
    [client, id, run, trpc],
  )
  const [loadCount, setLoadCount] = useState(0)
  const [keptChange, setKeptChange] = useState<RepairInput>()
  const showText = (next?: RepairInput) => {
    setKeptChange(next)
    notifyManager.schedule(() => setLoadCount((before) => before + 1))
  }
  const saving = useAutosave<RepairInput>(store, {
    stored: broadcast.text_version,
    read: () => client.fetchQuery({ ...trpc.broadcasts.get.queryOptions({ id }), staleTime: 0 }),
    show: showText,
    onKept: showText,
  })
  const { change, flush, state, problem } = saving
  const [previewing, setPreviewing] = useState(false)
  const report = `/broadcasts/${id}`
  return (
    <Page>
      <PageHeader
        back={{ href: report, label: 'Report' }}
        title={<LiquidText text={broadcast.subject || 'No subject'} />}
        badge={<BroadcastStatusBadge status={broadcast.status} stopped pausedBy={broadcast.paused_by} />}
        description={<SaveNote state={state} problem={problem} />}
        actions={
          <>
            <Button variant="ghost" size="aside" onClick={() => setPreviewing(true)}>
              <Eye aria-hidden /> <span data-text>Preview</span>
            </Button>
            <ResumeButton id={id} flush={flush} onResumed={() => router.push(report)} />
          </>
        }
      />
      <ConflictBar saving={saving} />
      {progress.data ? <StoppedNotice report={progress.data} editing /> : null}
      <EmailFields key={loadCount} emailKey={id} email={{ ...broadcast, ...keptChange }} editable onChange={change} />
      <PreviewSheet
        email={{ kind: 'broadcast', id }}
        open={previewing}
        onClose={() => setPreviewing(false)}
        flush={flush}
      />
    </Page>
  )
}
