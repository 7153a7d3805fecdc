import type { Metadata } from 'next'
import { styleQuery } from '@/components/page-queries'
import { PageData } from '../../page-data'
import { PaletteCard } from './palette-card'
import { paletteQuery } from './queries'
import { StyleSettings } from './style-settings'

export const metadata: Metadata = { title: 'Style' }

export default function StylePage() {
  return (
    <PageData queries={({ trpc }) => [styleQuery(trpc), paletteQuery(trpc)]}>
      <StyleSettings />
      <PaletteCard />
    </PageData>
  )
}
