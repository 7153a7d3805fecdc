'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { ExportButton } from '@/components/export-button'
import { Copy } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import { SendAgain } from './send-again'

export function ReportActions({ broadcast }: { broadcast: ComposedBroadcast }) {
  const trpc = useTRPC()
  const router = useRouter()
  const duplicate = useMutation(
    trpc.broadcasts.duplicate.mutationOptions({
      onSuccess: ({ id }) => {
        toast.success('Duplicated as a new draft')
        router.push(`/broadcasts/${id}`)
      },
      onError: (error) => toast.error(error.message),
    }),
  )
  return (
    <IfRole atLeast="editor">
      <ExportButton what={{ kind: 'broadcast', selection: { broadcast_id: broadcast.id } }} label="Export recipients" />
      {broadcast.status === 'completed' ? <SendAgain id={broadcast.id} /> : null}
      <Button variant="outline" pending={duplicate.isPending} onClick={() => duplicate.mutate({ id: broadcast.id })}>
        <Copy aria-hidden /> Duplicate
      </Button>
    </IfRole>
  )
}
