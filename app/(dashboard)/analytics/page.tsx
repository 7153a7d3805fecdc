import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { Analytics } from './analytics'
import { ADDRESS, reportQueries } from './queries'

export const metadata: Metadata = { title: 'Analytics' }

export default listPage(Analytics, ADDRESS, ({ trpc }, given) => [reportQueries[given.tab](trpc, given)])
