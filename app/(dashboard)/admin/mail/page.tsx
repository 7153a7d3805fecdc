import { titled } from '../titled'
import { MailOverview } from './mail-overview'

export const generateMetadata = titled('Mail')

export default function MailPage() {
  return <MailOverview />
}
