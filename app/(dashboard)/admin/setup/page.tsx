import { PageData } from '../../page-data'
import { titled } from '../titled'
import { Setup } from './setup'

export const generateMetadata = titled('Setup')

export default function SetupPage() {
  return (
    <PageData queries={({ trpc }) => [trpc.admin.settings.environment.queryOptions()]}>
      <Setup />
    </PageData>
  )
}
