import type { Metadata } from 'next'
import { styleQuery } from '@/components/page-queries'
import type { StyleInput } from '@/server/modules/style/schema.ts'
import { PageData } from '../../page-data'
import { SettingsPage } from '../settings-page'
import { PaletteCard } from './palette-card'
import { paletteQuery, previewQueries } from './queries'
import { StyleSettings } from './style-settings'

export const metadata: Metadata = { title: 'Style' }

export default function StylePage() {
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(styleQuery(trpc), ({ choices }) => previewQueries(trpc, choices as StyleInput)),
        paletteQuery(trpc),
      ]}
    >
      <SettingsPage
        title="Style"
        description="Your logo, colors and fonts, for emails, forms, landing pages and your site."
      >
        <StyleSettings />
        <PaletteCard />
      </SettingsPage>
    </PageData>
  )
}
