import type { Metadata } from 'next'
import { styleQuery } from '@/components/page-queries'
import { listPage } from '../page-data'
import { templateListQuery } from './queries'
import { TemplateList } from './template-list'

export const metadata: Metadata = { title: 'Templates' }

export default listPage(
  {},
  ({ trpc }, _filters, cursor) => [templateListQuery(trpc, cursor), styleQuery(trpc)],
  TemplateList,
)
