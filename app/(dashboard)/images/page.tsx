import type { Metadata } from 'next'
import { createLoader, parseAsString } from 'nuqs/server'
import { picturesQuery } from '@/components/media/queries'
import { PageData, type SearchPage } from '../page-data'
import { MediaLibrary } from './media-library'
import { storageQuery } from './queries'

export const metadata: Metadata = { title: 'Images' }

const address = createLoader({ q: parseAsString.withDefault('') })

export default async function MediaPage({ searchParams }: SearchPage) {
  const { q } = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [storageQuery(trpc), picturesQuery(trpc, q)]}>
      <MediaLibrary />
    </PageData>
  )
}
