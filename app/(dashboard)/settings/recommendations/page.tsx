import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { recommendationsQuery } from './queries'
import { Recommendations } from './recommendations'

export const metadata: Metadata = { title: 'Recommendations' }

export default queryPage(Recommendations, ({ trpc }) => [recommendationsQuery(trpc)])
