import { titled } from '../titled'
import { ApiTraffic } from './api-traffic'

export const generateMetadata = titled('API traffic')

export default function ApiPage() {
  return <ApiTraffic />
}
