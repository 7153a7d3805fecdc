import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { templateListQuery } from './queries'
import { TemplateList } from './template-list'

export const metadata: Metadata = { title: 'Templates' }

export default listPage(TemplateList, {}, ({ trpc }, _filters, cursor) => [templateListQuery(trpc, cursor)])
