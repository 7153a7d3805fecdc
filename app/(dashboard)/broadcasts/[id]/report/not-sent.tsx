import { PencilLine } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { BroadcastStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import { ReportActions } from './report-actions'
import { SentEmail } from './sent-email'

/** A scheduled broadcast that was canceled or failed before anyone received it. */
export function NotSent({ broadcast }: { broadcast: ComposedBroadcast }) {
  const { id, problem } = broadcast
  const trpc = useTRPC()
  const reopen = useAction(trpc.broadcasts.reopen, { invalidates: trpc.broadcasts, done: 'Broadcast is a draft again' })
  return (
    <Page>
      <PageHeader
        back={{ href: '/broadcasts', label: 'Broadcasts' }}
        title={<LiquidText text={broadcast.subject || 'No subject'} />}
        badge={<BroadcastStatusBadge status={broadcast.status} />}
        actions={<ReportActions broadcast={broadcast} />}
      />
      <Alert
        tone={problem ? 'danger' : 'info'}
        title={problem ? 'This broadcast was not sent' : 'This broadcast was canceled before it was sent'}
        className="[overflow-wrap:anywhere]"
        actions={
          <IfRole atLeast="editor">
            <Button size="sm" pending={reopen.isPending} onClick={() => reopen.start({ id })}>
              <PencilLine aria-hidden /> Back to draft
            </Button>
          </IfRole>
        }
      >
        {problem ? <p>{problem}</p> : null}
        <p>No one has received it. Move it back to draft to edit and send it.</p>
      </Alert>
      <SentEmail id={id} title="The email" />
    </Page>
  )
}
