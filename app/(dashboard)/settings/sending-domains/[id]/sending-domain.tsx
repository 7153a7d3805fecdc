'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { ErrorState } from '@/components/error-state'
import { KeyRound, RefreshCw } from '@/components/generated/icons'
import { RowsSkeleton } from '@/components/loading'
import { PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import { WarmUpPanel } from '@/components/warm-up-panel'
import type { SendingDomainView } from '@/server/modules/sending-domains/schema.ts'
import { DomainStatusBadge } from '../domain-status'
import { RecordsCard } from './records-card'

/** Interval of automatic checks while records are missing. */
const CHECK_MS = 15_000

export function SendingDomain({ id }: { id: number }) {
  const trpc = useTRPC()
  const domain = useQuery(trpc.sending_domains.get.queryOptions({ id }))
  if (domain.error) return <ErrorState query={domain} />
  if (!domain.data) return <RowsSkeleton />
  return (
    <>
      <Summary domain={domain.data} />
      <RecordsCard domain={domain.data.domain} records={domain.data.records} />
      <WarmUpPanel sending_domain_id={id} />
    </>
  )
}

function Summary({ domain }: { domain: SendingDomainView }) {
  const trpc = useTRPC()
  const isAdmin = useHasRole('admin')
  const { id, status, checked_at, problem, is_rotating } = domain
  const check = useCheck(domain)
  const rotate = useAction(trpc.sending_domains.rotate, { invalidates: trpc.sending_domains })
  const cancel = useAction(trpc.sending_domains.cancelRotation, { invalidates: trpc.sending_domains })

  return (
    <>
      <PageHeader
        back={{ href: '/settings/sending-domains', label: 'Sending domains' }}
        title={domain.domain}
        badge={<DomainStatusBadge status={status} />}
        description={
          <>
            {status === 'verified' ? 'Your emails from this domain are signed. ' : null}
            {checked_at ? (
              <>
                Last checked <RelativeTime at={checked_at} />.
              </>
            ) : (
              'Not checked yet.'
            )}
          </>
        }
        actions={
          <>
            {' '}
            <Button variant="outline" pending={check.isPending} onClick={() => check.start({ id })}>
              <RefreshCw aria-hidden /> Check now
            </Button>
            {isAdmin && status !== 'pending' && !is_rotating ? (
              <ConfirmDialog
                trigger={
                  <Button variant="outline">
                    <KeyRound aria-hidden /> Create new keys
                  </Button>
                }
                title="Create new keys?"
                description="You add two new DNS records. The current keys sign your emails until those are found."
                confirmLabel="Create new keys"
                onConfirm={() => rotate.run({ id })}
              />
            ) : null}
            {isAdmin ? <RemoveDomain domain={domain} /> : null}
          </>
        }
      />
      <p role="status" className="sr-only">
        {check.isPending ? 'Checking DNS records' : `${domain.domain} is ${status}`}
      </p>
      {problem ? (
        <Alert tone={domain.is_signing ? 'warning' : 'danger'} title="Fix a DNS record">
          {problem}
        </Alert>
      ) : null}
      {status === 'pending' && !problem ? (
        <Alert title="Add the DNS records below">
          We check automatically while this page is open. New records take from a minute to an hour to appear.
        </Alert>
      ) : null}
      {is_rotating ? (
        <Alert
          title="Add the records of the new keys"
          action={
            isAdmin
              ? { label: 'Discard new keys', pending: cancel.isPending, onClick: () => cancel.start({ id }) }
              : undefined
          }
        >
          The current keys sign your emails until the new records are found.
        </Alert>
      ) : null}
    </>
  )
}

/** Checks on request and, while records are expected to change, every few seconds. */
function useCheck(domain: SendingDomainView) {
  const trpc = useTRPC()
  const { id, status, is_rotating } = domain
  const check = useAction(trpc.sending_domains.check, {
    stores: trpc.sending_domains.get.queryKey({ id }),
    invalidates: trpc.sending_domains.list,
  })
  const isEditor = useHasRole('editor')
  const isExpected = isEditor && (status !== 'verified' || is_rotating)
  const { start } = check
  useEffect(() => {
    if (!isExpected) return
    const ask = () => {
      if (document.visibilityState === 'visible') start({ id })
    }
    ask()
    const timer = setInterval(ask, CHECK_MS)
    return () => clearInterval(timer)
  }, [isExpected, id, start])
  return check
}

function RemoveDomain({ domain: { id, domain } }: { domain: SendingDomainView }) {
  const trpc = useTRPC()
  const router = useRouter()
  const remove = useAction(trpc.sending_domains.remove, { invalidates: trpc.sending_domains.list })
  return (
    <ConfirmDialog
      trigger={<Button variant="ghost">Remove</Button>}
      title={`Remove ${domain}?`}
      description="Its keys are deleted, and your emails are no longer signed by it. Then you can remove its DNS records."
      confirmLabel="Remove domain"
      tone="destructive"
      onConfirm={async () => {
        await remove.run({ id }, `Removed ${domain}`)
        router.push('/settings/sending-domains')
      }}
    />
  )
}
