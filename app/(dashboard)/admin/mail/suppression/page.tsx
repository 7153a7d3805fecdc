import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../../page-data'
import { titled } from '../../titled'
import { InstanceSuppression } from './instance-suppression'
import { INSTANCE_SUPPRESSION_FILTERS, instanceSuppressionQuery } from './queries'

export const generateMetadata = titled('Suppression list of this instance')

const address = createLoader({ ...INSTANCE_SUPPRESSION_FILTERS, ...CURSOR })

export default async function InstanceSuppressionPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [instanceSuppressionQuery(trpc, given, cursorOf(given))]}>
      <InstanceSuppression />
    </PageData>
  )
}
