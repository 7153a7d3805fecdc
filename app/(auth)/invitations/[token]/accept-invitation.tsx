'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

export function AcceptInvitation({ token }: { token: string }) {
  const trpc = useTRPC()
  const accept = useMutation(trpc.team.accept.mutationOptions({ onSuccess: () => window.location.assign('/') }))
  return (
    <div className="grid gap-4">
      {accept.error ? <Alert role="alert" tone="danger" title={accept.error.message} /> : null}
      <Button size="lg" pending={accept.isPending || accept.isSuccess} onClick={() => accept.mutate({ token })}>
        Accept invitation
      </Button>
    </div>
  )
}
