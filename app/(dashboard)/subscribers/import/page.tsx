import type { Metadata } from 'next'
import { listPage } from '../../page-data'
import { Imports } from './imports'
import { BEGIN, recentImportsQuery } from './queries'

export const metadata: Metadata = { title: 'Import subscribers' }

export default listPage(Imports, BEGIN, ({ trpc }, { after }) => [recentImportsQuery(trpc, after)])
