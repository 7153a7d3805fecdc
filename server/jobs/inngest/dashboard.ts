import { env } from '../../env.ts'
import { type JobSettings, jobsMode } from './client.ts'

const CLOUD = 'https://app.inngest.com'
const DEV_SERVER = 'http://localhost:8288'

/** Returns the address of Inngest's own dashboard, or null when the jobs run in our processes. */
export function dashboardOfInngest(
  settings: JobSettings & { INNGEST_DASHBOARD_URL?: string | undefined } = env(),
): string | null {
  const mode = jobsMode(settings)
  if (mode === 'embedded') return null
  if (settings.INNGEST_DASHBOARD_URL) return settings.INNGEST_DASHBOARD_URL
  const { INNGEST_DEV = '', INNGEST_BASE_URL } = settings
  if (mode === 'dev') return URL.canParse(INNGEST_DEV) ? INNGEST_DEV : DEV_SERVER
  return INNGEST_BASE_URL ?? CLOUD
}
