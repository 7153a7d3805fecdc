import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { WaveView } from '@/server/modules/reputation/waves-schema.ts'

type Decision = 'apply' | 'discard'

interface Props {
  wave: WaveView
  /** For administrators, who see all accounts. */
  account_name?: string
  /** Undefined: the member may not decide. */
  onDecide: ((decision: Decision) => Promise<void>) | undefined
}

/** Bounces waiting for a decision, because reports with the same text would affect too many subscribers at a time. */
export function BounceWave({ wave, account_name, onDecide }: Props) {
  const [pending, setPending] = useState<Decision>()
  const count = wave.waiting + wave.bounced
  const decide = async (decision: Decision) => {
    setPending(decision)
    try {
      await onDecide?.(decision)
    } finally {
      setPending(undefined)
    }
  }
  return (
    <Alert
      tone="warning"
      title={
        account_name ? (
          <>
            {account_name}: {formatNumber(count)} bounces wait for a decision
          </>
        ) : (
          <>{formatNumber(count)} bounces wait for a decision</>
        )
      }
    >
      <div className="grid justify-items-start gap-3">
        <p>
          Within an hour, reports with the same text would have bounced {formatNumber(count)} of{' '}
          {formatNumber(wave.subscribers)} subscribers{wave.domain ? <> at {wave.domain}</> : null} who were emailed.
          That is more often a fault of one server than the end of so many mailboxes.
        </p>
        <p className="[overflow-wrap:anywhere]">{wave.sample ? <>“{wave.sample}”</> : 'The reports give no reason.'}</p>
        {wave.state === 'waiting' ? (
          onDecide ? (
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" pending={pending === 'discard'} onClick={() => void decide('discard')}>
                Discard bounces
              </Button>
              <Button variant="outline" pending={pending === 'apply'} onClick={() => void decide('apply')}>
                Apply bounces
              </Button>
            </div>
          ) : (
            <p>An owner or admin decides whether they are applied.</p>
          )
        ) : (
          <p>{wave.state === 'applying' ? 'They are being applied.' : 'They are being discarded.'}</p>
        )}
      </div>
    </Alert>
  )
}
