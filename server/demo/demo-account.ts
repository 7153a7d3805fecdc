import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unscoped } from '../db/client.ts'
import { createDemo, DEMO_EMAIL } from '../seeding/demo.ts'

/** How to get into the demo account: printed at every start, kept where only this user can read it. */
export interface DemoAccess {
  email_address: string
  password: string
  api_key: string
}

/** Makes the demo account in a database that nobody has signed up to. Gives the way in while the account is there. */
export async function ensureDemoAccount(data_dir: string): Promise<DemoAccess | undefined> {
  const file = path.join(data_dir, 'demo.json')
  const made = await createDemo()
  if (made) {
    const access: DemoAccess = { email_address: made.email, password: made.password, api_key: made.api_key }
    mkdirSync(data_dir, { recursive: true })
    writeFileSync(file, JSON.stringify(access), { mode: 0o600 })
  }
  if (!existsSync(file) || !(await unscoped().user.findUnique({ where: { email: DEMO_EMAIL } }))) return undefined
  return JSON.parse(readFileSync(file, 'utf8')) as DemoAccess
}
