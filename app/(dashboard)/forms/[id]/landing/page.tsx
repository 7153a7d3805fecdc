import type { Metadata } from 'next'
import { recordPage } from '../../../page-data'
import { LandingEditor } from './landing-editor'
import { landingQuery } from './queries'

export const metadata: Metadata = { title: 'Landing page' }

export default recordPage(LandingEditor, ({ trpc }, id) => [landingQuery(trpc, id)])
