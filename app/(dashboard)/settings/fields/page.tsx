import type { Metadata } from 'next'
import { listPage } from '../../page-data'
import { Fields } from './fields'
import { fieldListQuery } from './queries'

export const metadata: Metadata = { title: 'Custom fields' }

export default listPage(Fields, {}, ({ trpc }, _filters, cursor) => [fieldListQuery(trpc, cursor)])
