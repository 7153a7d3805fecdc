import type { Metadata } from 'next'
import { parseAsString } from 'nuqs/server'
import { picturesQuery } from '@/components/media/queries'
import { listPage } from '../page-data'
import { MediaLibrary } from './media-library'
import { storageQuery } from './queries'

export const metadata: Metadata = { title: 'Images' }

export default listPage(MediaLibrary, { q: parseAsString.withDefault('') }, ({ trpc }, { q }) => [
  storageQuery(trpc),
  picturesQuery(trpc, q),
])
