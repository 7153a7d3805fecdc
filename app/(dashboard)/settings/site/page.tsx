import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { PublicSite } from './public-site'
import { siteQuery } from './queries'

export const metadata: Metadata = { title: 'Public site' }

export default queryPage(({ trpc }) => [siteQuery(trpc)], PublicSite)
