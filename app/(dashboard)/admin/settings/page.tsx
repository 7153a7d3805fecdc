import type { Metadata } from 'next'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { InstanceSettingsPage } from './instance-settings'

export const metadata: Metadata = { title: 'Instance settings' }

export default async function AdminSettingsPage() {
  return <InstanceSettingsPage initial={await instanceSettings()} />
}
