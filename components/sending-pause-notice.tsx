import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { sendingHealthQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'

/** Shows that bounces or complaints have paused sending, or are about to. */
export function SendingPauseNotice() {
  const trpc = useTRPC()
  const { data } = useQuery(sendingHealthQuery(trpc))
  const worst = data?.domains.find(({ state }) => state !== 'good')
  if (!worst) return null
  const isPaused = worst.state === 'paused'
  return (
    <Alert
      tone={isPaused ? 'danger' : 'warning'}
      title={isPaused ? 'Sending is paused' : WARNINGS[worst.cause ?? 'bounces']}
    >
      {worst.summary} <Link href="/settings/sending-health">Open sending health</Link>
    </Alert>
  )
}

const WARNINGS = { complaints: 'Too many spam complaints', bounces: 'Too many bounces' }
