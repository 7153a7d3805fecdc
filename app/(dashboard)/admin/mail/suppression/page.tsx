import { titled } from '../../titled'
import { InstanceSuppression } from './instance-suppression'

export const generateMetadata = titled('Suppression list of this instance')

export default function InstanceSuppressionPage() {
  return <InstanceSuppression />
}
