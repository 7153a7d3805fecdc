import { useRouter } from 'next/navigation'
import { ExportButton } from '@/components/export-button'
import { Copy } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import { SendAgain } from './send-again'

export function ReportActions({ broadcast }: { broadcast: ComposedBroadcast }) {
  const trpc = useTRPC()
  const router = useRouter()
  const duplicate = useAction(trpc.broadcasts.duplicate, {
    done: 'Duplicated as a new draft',
    onDone: ({ id }) => router.push(`/broadcasts/${id}`),
  })
  return (
    <IfRole atLeast="editor">
      <ExportButton
        input={{ kind: 'broadcast', selection: { broadcast_id: broadcast.id } }}
        label="Export recipients"
      />
      {broadcast.status === 'completed' ? <SendAgain id={broadcast.id} /> : null}
      <Button variant="outline" pending={duplicate.isPending} onClick={() => duplicate.start({ id: broadcast.id })}>
        <Copy aria-hidden /> Duplicate
      </Button>
    </IfRole>
  )
}
