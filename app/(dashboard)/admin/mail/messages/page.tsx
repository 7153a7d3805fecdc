import { titled } from '../../titled'
import { MessageFinder } from './message-finder'

export const generateMetadata = titled('Messages')

export default function MessagesPage() {
  return <MessageFinder />
}
