import { useQuery } from '@tanstack/react-query'
import { transportErrorQuery } from '@/components/page-queries'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'

const TITLES = {
  unreachable: 'Email is not being sent',
  refused: 'The mail server is rejecting your email',
}

/** Shows why emails are not being sent, with the mail server’s reply. */
export function TransportNotice() {
  const trpc = useTRPC()
  const { data } = useQuery(transportErrorQuery(trpc))
  const error = data?.transport_error
  if (!error) return null
  const { kind, since, reply, paused_until } = error
  return (
    <Alert tone="danger" title={TITLES[kind]}>
      <p>
        {kind === 'unreachable' ? (
          <>
            The mail server has been unavailable since <DateTime at={since} />. Emails stay queued and are retried every
            minute. If this continues, ask your administrator to check the mail server.
          </>
        ) : (
          <>
            Since <DateTime at={since} />. Broadcasts stop, sequences pause, and no one is marked as bounced. Fix the
            problem below, then resume your broadcasts.
            {paused_until ? (
              <>
                {' '}
                Sequences retry <RelativeTime at={paused_until} />.
              </>
            ) : null}
          </>
        )}
      </p>
      <ServerReply>{reply}</ServerReply>
    </Alert>
  )
}

/** The reply of a mail server. */
export function ServerReply({ children }: { children: string }) {
  return <p className="mt-1.5 font-mono text-xs [overflow-wrap:anywhere]">{children}</p>
}
