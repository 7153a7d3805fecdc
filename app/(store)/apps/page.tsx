import type { Metadata } from 'next'
import { listPage } from '@/app/(dashboard)/page-data'
import { AppStore } from './app-store'
import { STORE_FILTERS, storeQuery } from './queries'

export const metadata: Metadata = { title: 'Apps' }

export default listPage(AppStore, STORE_FILTERS, ({ trpc }, given) => [storeQuery(trpc, given)])
