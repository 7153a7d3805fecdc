import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DnsRecord } from '@/components/dns-record'
import { CircleCheck, Clock, Globe, RefreshCw, TriangleAlert } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { useHasRole } from '@/components/role'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import type { SiteDomain, SiteView } from '@/server/modules/sites/schema.ts'

const DomainDialog = onDemand(async () => (await import('../domain-dialog')).DomainDialog)

/** Interval of automatic checks while records are missing. */
const CHECK_MS = 15_000

const statuses = {
  pending: { label: 'Pending', tone: 'warning', icon: Clock },
  connected: { label: 'Connected', tone: 'success', icon: CircleCheck },
  broken: { label: 'Needs attention', tone: 'danger', icon: TriangleAlert },
} as const

export function DomainCard({ site: { domain } }: { site: SiteView }) {
  const trpc = useTRPC()
  const [adding, setAdding] = useState(false)
  const set = useAction(trpc.sites.setDomain, { invalidates: trpc.sites })
  const connect = useHasRole('admin') ? (
    <Button variant="outline" onClick={() => setAdding(true)}>
      <Globe aria-hidden /> Connect domain
    </Button>
  ) : null
  return (
    <>
      {domain ? (
        <Connection domain={domain} />
      ) : (
        <SectionCard
          title="Your own domain"
          description="Show your site at an address like notes.studio-north.com."
          actions={connect}
        >
          <p className="text-pretty text-muted-foreground text-sm">
            You need a domain and access to its DNS. Once it is connected, links to your posts lead to it, also those in
            emails that you already sent.
          </p>
        </SectionCard>
      )}
      <DomainDialog
        title="Connect domain"
        description="The address that visitors will see. Next, we show the two DNS records to add."
        submitLabel="Connect domain"
        placeholder="notes.studio-north.com"
        open={adding}
        onClose={() => setAdding(false)}
        onSave={set.run}
      />
    </>
  )
}

function Connection({ domain }: { domain: SiteDomain }) {
  const check = useCheck(domain)
  const isAdmin = useHasRole('admin')
  const isEditor = useHasRole('editor')
  const { status, checked_at, problem, records, addresses } = domain
  return (
    <SectionCard
      title={domain.domain}
      description={
        <>
          {status === 'connected' ? 'Your site is at this domain. ' : null}
          {checked_at ? (
            <>
              Last checked <RelativeTime at={checked_at} />.
            </>
          ) : (
            'Not checked yet.'
          )}
        </>
      }
      actions={<StatusBadge {...statuses[status]} />}
      className="grid gap-5"
    >
      <p role="status" className="sr-only">
        {check.isPending ? 'Checking DNS records' : `${domain.domain} is ${statuses[status].label}`}
      </p>
      {problem ? (
        <Alert tone={status === 'broken' ? 'danger' : 'warning'} title="Fix the connection">
          {problem}
        </Alert>
      ) : status === 'pending' ? (
        <Alert title="Add both DNS records">
          We check automatically while this page is open. New records take from a minute to an hour to appear.
        </Alert>
      ) : null}
      <ul aria-label="DNS records" className="grid divide-y divide-border">
        {records.map((record) => (
          <li key={record.key} className="grid gap-3 py-5 first:pt-0 last:pb-0">
            <DnsRecord record={{ ...record, label: LABELS[record.key] }}>
              {record.key === 'target' && addresses.length > 0 ? (
                <p className="text-muted-foreground text-sm">
                  A domain without a name before it, like studio-north.com, can’t have a CNAME record. Give it A or AAAA
                  records with {addresses.join(', ')} instead, or the ALIAS record of your provider.
                </p>
              ) : null}
            </DnsRecord>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {isEditor ? (
          <Button variant="outline" pending={check.isPending} onClick={() => check.start()}>
            <RefreshCw aria-hidden /> Check now
          </Button>
        ) : null}
        {isAdmin ? <Disconnect domain={domain} /> : null}
      </div>
    </SectionCard>
  )
}

const LABELS = { target: 'Address', proof: 'Ownership' }

/** Checks on request and, while records are expected to change, every few seconds. */
function useCheck({ status }: SiteDomain) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const check = useAction(trpc.sites.checkDomain, {
    onDone: (checked) => {
      client.setQueryData(trpc.sites.get.queryKey(), (site) => site && { ...site, domain: checked })
      // Connecting the domain changes the site's address.
      return checked.status === status ? undefined : client.invalidateQueries(trpc.sites.pathFilter())
    },
  })
  const isExpected = useHasRole('editor') && status !== 'connected'
  const { start } = check
  useEffect(() => {
    if (!isExpected) return
    const ask = () => {
      if (document.visibilityState === 'visible') start()
    }
    ask()
    const timer = setInterval(ask, CHECK_MS)
    return () => clearInterval(timer)
  }, [isExpected, start])
  return check
}

function Disconnect({ domain: { domain, status } }: { domain: SiteDomain }) {
  const trpc = useTRPC()
  const remove = useAction(trpc.sites.removeDomain, { invalidates: trpc.sites })
  return (
    <ConfirmDialog
      trigger={<Button variant="ghost">Disconnect</Button>}
      title={`Disconnect ${domain}?`}
      description={
        status === 'pending'
          ? 'You can connect it again at any time, with a new ownership record.'
          : `Links to ${domain} stop working. Links to your name keep working and lead to your posts.`
      }
      confirmLabel="Disconnect domain"
      tone="destructive"
      onConfirm={() => remove.run(undefined, `Disconnected ${domain}`)}
    />
  )
}
