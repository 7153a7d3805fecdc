import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemCtx } from '../core/context.ts'
import { rootLogger } from '../core/log.ts'
import { unscoped } from '../db/client.ts'
import { addImages } from '../seeding/content/images.ts'
import { createDemo, DEMO_EMAIL } from '../seeding/demo.ts'

/** Sign-in of the demo account. Printed at every start, stored in a file that only this system user can read. */
export interface DemoAccess {
  email_address: string
  password: string
  api_key: string
}

/** Creates the demo account in a database without users. Returns how to sign in as long as the account exists. */
export async function ensureDemoAccount(data_dir: string): Promise<DemoAccess | undefined> {
  const file = path.join(data_dir, 'demo.json')
  const made = await createDemo()
  if (made) {
    const access: DemoAccess = { email_address: made.email, password: made.password, api_key: made.api_key }
    mkdirSync(data_dir, { recursive: true })
    writeFileSync(file, JSON.stringify(access), { mode: 0o600 })
    // The account is useful without them, for example where the store cannot be reached.
    await addImages(systemCtx(made.account_id)).catch((error: unknown) =>
      rootLogger().warn({ err: error }, 'The demo account has no images'),
    )
  }
  if (!existsSync(file) || !(await unscoped().user.findUnique({ where: { email: DEMO_EMAIL } }))) return undefined
  return JSON.parse(readFileSync(file, 'utf8')) as DemoAccess
}
