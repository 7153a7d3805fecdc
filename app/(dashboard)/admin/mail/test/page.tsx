import { titled } from '../../titled'
import { TestMessage } from './test-message'

export const generateMetadata = titled('Test message')

export default function TestPage() {
  return <TestMessage />
}
