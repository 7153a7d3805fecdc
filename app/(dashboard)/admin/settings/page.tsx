import { instanceSettings } from '@/server/core/instance/settings.ts'
import { titled } from '../titled'
import { InstanceSettingsPage } from './instance-settings'

export const generateMetadata = titled('Instance settings')

export default async function AdminSettingsPage() {
  return <InstanceSettingsPage initial={await instanceSettings()} />
}
