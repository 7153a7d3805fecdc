import { titled } from '../titled'
import { ReviewQueue } from './review-queue'

export const generateMetadata = titled('Reviews')

export default function ReviewPage() {
  return <ReviewQueue />
}
