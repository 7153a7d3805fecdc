import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { PublicSite } from './public-site'
import { siteQuery } from './queries'

export const metadata: Metadata = { title: 'Public site' }

export default function PublicSitePage() {
  return (
    <PageData queries={({ trpc }) => [siteQuery(trpc)]}>
      <PublicSite />
    </PageData>
  )
}
