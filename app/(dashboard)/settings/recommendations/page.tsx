import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { recommendationsQuery } from './queries'
import { Recommendations } from './recommendations'

export const metadata: Metadata = { title: 'Recommendations' }

export default function RecommendationsPage() {
  return (
    <PageData queries={({ trpc }) => [recommendationsQuery(trpc)]}>
      <Recommendations />
    </PageData>
  )
}
