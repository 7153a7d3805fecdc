import type { Metadata } from 'next'
import { countedAtQuery } from '@/components/page-queries'
import { listPage } from '../page-data'
import { mergesQuery, tagFilters, tagListQuery } from './queries'
import { TagList } from './tag-list'

export const metadata: Metadata = { title: 'Tags' }

export default listPage(TagList, tagFilters, ({ trpc }, given, cursor) => [
  tagListQuery(trpc, given, cursor),
  mergesQuery(trpc),
  countedAtQuery(trpc),
])
