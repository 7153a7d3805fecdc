'use client'

import { useQuery } from '@tanstack/react-query'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'

/** Says why email is not being sent, in the mail server's words. Renders nothing while it is. */
export function TransportNotice() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.mail.trouble.queryOptions(undefined, { refetchInterval: 30_000 }))
  const trouble = data?.trouble
  if (!trouble) return null
  const { kind, since, reply, paused_until } = trouble
  return (
    <Alert
      tone="danger"
      title={kind === 'unreachable' ? 'Email is not being sent' : 'The mail server refuses your email'}
    >
      <p>
        {kind === 'unreachable' ? (
          <>
            The mail server has been unavailable since <DateTime at={since} />. Everything stays queued and is retried
            every minute.
          </>
        ) : (
          <>
            Since <DateTime at={since} />. Broadcasts stop, sequences pause, and no subscriber is marked as bounced.
            {paused_until ? (
              <>
                {' '}
                Sequences try again <RelativeTime at={paused_until} />.
              </>
            ) : null}
          </>
        )}
      </p>
      <ServerWords>{reply}</ServerWords>
    </Alert>
  )
}

/** What a mail server said, as it said it. */
export function ServerWords({ children }: { children: string }) {
  return <p className="mt-1.5 font-mono text-xs [overflow-wrap:anywhere]">{children}</p>
}
