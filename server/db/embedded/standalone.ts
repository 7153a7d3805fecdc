import { env, SettingError } from '../../env.ts'
import { openDatabase } from '../client.ts'

/** Opens the database on hosts that run Next without our server. These need DATABASE_URL. */
export function openStandalone(): void {
  const { DATABASE_URL, connections } = env()
  if (!DATABASE_URL)
    throw new SettingError('DATABASE_URL is missing: without `npm start` there is no built-in database.')
  openDatabase(DATABASE_URL, { ...connections, max: connections.main })
}
