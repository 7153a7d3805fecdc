import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { PublicSite } from './public-site'
import { sitePreviewQuery, siteQuery } from './queries'

export const metadata: Metadata = { title: 'Public site' }

export default queryPage(PublicSite, ({ trpc, after }) => [
  after(siteQuery(trpc), (site) => [sitePreviewQuery(trpc, site)]),
])
