import type { Metadata } from 'next'
import { settingsQuery, styleQuery } from '@/components/page-queries'
import { queryPage } from '../../page-data'
import { TemplateGallery } from './template-gallery'

export const metadata: Metadata = { title: 'New landing page' }

export default queryPage(TemplateGallery, ({ trpc }) => [styleQuery(trpc), settingsQuery(trpc)])
