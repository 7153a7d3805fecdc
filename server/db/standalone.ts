import { env, SettingError } from '../env.ts'
import { isDatabaseOpen, openDatabase } from './client.ts'

/** For hosts that run Next without our own server: there nobody has opened the database, and only an own one can be. */
export function openStandalone(): void {
  if (isDatabaseOpen()) return
  const { DATABASE_URL, connections } = env()
  if (!DATABASE_URL)
    throw new SettingError('DATABASE_URL is missing: without `npm start` there is no built-in database.')
  openDatabase(DATABASE_URL, { ...connections, max: connections.main })
}
