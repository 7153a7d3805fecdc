import type { Metadata } from 'next'
import { MediaLibrary } from './media-library'

export const metadata: Metadata = { title: 'Images' }

export default function MediaPage() {
  return <MediaLibrary />
}
