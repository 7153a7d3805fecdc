'use client'

import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DividedList } from '@/components/divided-list'
import { Laptop } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'

/** The user’s sessions, each with a button to end it. */
export function SessionsCard() {
  const trpc = useTRPC()
  const sessions = useQuery(trpc.users.sessions.queryOptions())
  const end = useAction(trpc.users.endSession, { invalidates: trpc.users.sessions })
  const endOthers = useAction(trpc.users.endOtherSessions, { invalidates: trpc.users.sessions })
  const otherCount = sessions.data?.filter(({ is_current }) => !is_current).length ?? 0

  return (
    <SectionCard
      title="Sessions"
      description="End sessions you don’t recognize, then change your password."
      actions={
        otherCount > 0 ? (
          <ConfirmDialog
            trigger="Sign out everywhere else"
            title="Sign out everywhere else?"
            description="You have to sign in again in all other browsers."
            confirmLabel="Sign out"
            onConfirm={() => endOthers.run(undefined, 'Signed out everywhere else')}
          />
        ) : null
      }
    >
      <Loaded query={sessions} as="h3" loading={<Skeleton className="h-16 w-full" />}>
        {(data) => (
          <DividedList rows={data} rowId={(session) => session.id} className="flex items-center gap-4">
            {(session) => (
              <>
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
                    aria-label={`End session on ${session.device}`}
                    onClick={() => end.start({ id: session.id })}
                  >
                    End
                  </Button>
                )}
              </>
            )}
          </DividedList>
        )}
      </Loaded>
    </SectionCard>
  )
}
