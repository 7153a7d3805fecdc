'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop } from 'lucide-react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { ErrorState } from '@/components/error-state'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'

/** Where the person is logged in, and how to end it. */
export function SessionsCard() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const sessions = useQuery(trpc.people.sessions.queryOptions())
  const end = useMutation(trpc.people.endSession.mutationOptions({ onError: (error) => toast.error(error.message) }))
  const endOthers = useMutation(trpc.people.endOtherSessions.mutationOptions())
  const refresh = () => client.invalidateQueries(trpc.people.sessions.pathFilter())
  const others = sessions.data?.filter(({ is_current }) => !is_current).length ?? 0

  return (
    <Card>
      <CardHeader
        title="Where you are logged in"
        description="End what you do not recognise, and change your password then."
        actions={
          others > 0 ? (
            <ConfirmDialog
              trigger={
                <Button variant="outline" size="sm">
                  Log out everywhere else
                </Button>
              }
              title="Log out everywhere else?"
              description="Every other browser has to log in again."
              confirmLabel="Log out"
              onConfirm={async () => {
                await endOthers.mutateAsync()
                await refresh()
                toast.success('Logged out everywhere else')
              }}
            />
          ) : null
        }
      />
      <CardContent>
        {sessions.error ? (
          <ErrorState as="h3" error={sessions.error} onRetry={() => void sessions.refetch()} />
        ) : !sessions.data ? (
          <Skeleton className="h-16 w-full" />
        ) : (
          <ul className="grid divide-y divide-border">
            {sessions.data.map((session) => (
              <li key={session.id} className="flex items-center gap-4 py-3 text-sm first:pt-0 last:pb-0">
                <Laptop aria-hidden className="size-5 shrink-0 text-muted-foreground" />
                <div className="grid min-w-0 flex-1 gap-0.5">
                  <span className="flex flex-wrap items-center gap-2 font-medium">
                    {session.device}
                    {session.is_current ? <Badge tone="success">This browser</Badge> : null}
                  </span>
                  <span className="text-muted-foreground">
                    {session.ip ? `${session.ip} · ` : ''}
                    <RelativeTime at={session.last_seen_at} />
                  </span>
                </div>
                {session.is_current ? null : (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`End the session of ${session.device}`}
                    onClick={() => end.mutate({ id: session.id }, { onSuccess: () => void refresh() })}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}
