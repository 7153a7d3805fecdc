import { notFound } from 'next/navigation'
import { lacksAdminTwoFactor } from '@/server/auth/assurance.ts'
import { pageContext } from '@/server/auth/page.ts'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { titled } from '../titled'
import { InstanceSettingsPage } from './instance-settings'

export const generateMetadata = titled('Instance settings')

export default async function AdminSettingsPage() {
  // The layout refuses everyone else, and the browser still gets what this returns.
  const { user } = await pageContext()
  if (!user?.is_admin || lacksAdminTwoFactor(user)) notFound()
  return <InstanceSettingsPage initial={await instanceSettings()} />
}
