import { PageData } from '../../../page-data'
import { titled } from '../../titled'
import { TestMessage } from './test-message'

export const generateMetadata = titled('Test message')

export default function TestPage() {
  return (
    <PageData queries={({ trpc }) => [trpc.transports.list.queryOptions()]}>
      <TestMessage />
    </PageData>
  )
}
