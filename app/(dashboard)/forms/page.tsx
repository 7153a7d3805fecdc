import type { Metadata } from 'next'
import { countedAtQuery } from '@/components/page-queries'
import { listPage } from '../page-data'
import { FormList } from './form-list'
import { FORM_FILTERS, formListQuery } from './queries'

export const metadata: Metadata = { title: 'Forms' }

export default listPage(FormList, FORM_FILTERS, ({ trpc }, given, cursor) => [
  formListQuery(trpc, given, cursor),
  countedAtQuery(trpc),
])
