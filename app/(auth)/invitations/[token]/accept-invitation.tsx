'use client'

import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'

export function AcceptInvitation({ token }: { token: string }) {
  const trpc = useTRPC()
  const accept = useAction(trpc.team.accept, { onDone: () => window.location.assign('/'), showsError: true })
  return (
    <div className="grid gap-4">
      {accept.error ? <Alert role="alert" tone="danger" title={accept.error.message} /> : null}
      <Button size="lg" pending={accept.isPending || accept.isSuccess} onClick={() => accept.start({ token })}>
        Accept invitation
      </Button>
    </div>
  )
}
