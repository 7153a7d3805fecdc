'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { CopyButton } from '@/components/copy-button'
import { ExternalLink } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { EditableBy } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import type { SiteView } from '@/server/modules/sites/schema.ts'
import { SettingsPage } from '../settings-page'
import { DomainCard } from './domain-card'
import { siteQuery } from './queries'

const SiteForm = dynamic(async () => (await import('./site-form')).SiteForm)

/** Settings of the public site, where visitors find posts and sign up. */
export function PublicSite() {
  const trpc = useTRPC()
  const site = useQuery(siteQuery(trpc))
  return (
    <SettingsPage
      title="Public site"
      description="Your profile, your published posts and a sign-up form, on one address."
      actions={
        site.data ? (
          <Button asChild variant="outline">
            <a href={site.data.url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden /> View site
            </a>
          </Button>
        ) : null
      }
      isForm
    >
      <Loaded query={site} loading={<RowsSkeleton />}>
        {(data) => (
          <>
            <Card>
              <CardContent className="grid gap-6">
                <Addresses site={data} />
                <EditableBy atLeast="editor">
                  <SiteForm site={data} />
                </EditableBy>
              </CardContent>
            </Card>
            <DomainCard site={data} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function Addresses({ site: { url } }: { site: SiteView }) {
  const addresses = [
    { label: 'Site', value: url },
    { label: 'RSS feed', value: `${url}/feed.xml` },
    { label: 'JSON feed', value: `${url}/feed.json` },
    { label: 'Sitemap', value: `${url}/sitemap.xml` },
  ]
  return (
    <dl className="grid gap-x-4 gap-y-2 rounded-xl bg-secondary/50 p-3 text-sm sm:grid-cols-[6rem_minmax(0,1fr)]">
      {addresses.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="self-center text-muted-foreground text-xs max-sm:pt-1">{label}</dt>
          <dd className="flex min-w-0 items-center justify-between gap-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{value}</span>
            <CopyButton value={value} label={`${label} address`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
