import { titled } from '../../titled'
import { Transports } from './transports'

export const generateMetadata = titled('Transports')

export default function TransportsPage() {
  return <Transports />
}
