import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { openEmbedded } from '../../server/db/embedded/embedded.ts'
import { makeDatabase } from '../../server/testing/database/database.ts'
import { openMailbox } from './mailbox.ts'
import { pageOn, type Screen } from './page-checks.ts'
import { startProduct, untilReady } from './process.ts'
import { running, temporary } from './running.ts'
import { newUser, signIn, type User } from './user.ts'

/** Number of accounts added by `envoi seed`. */
export const SEEDED = 200

/** A separate product with many accounts and an administrator, so its settings affect no other test. */
export interface SeededInstance {
  base_url: string
  administrator: User
  /** Its folder, and its processes' settings. */
  dir: string
  settings: Record<string, string> & { DATABASE_URL: string }
  /** The folder of its mailbox. */
  mail_dir: string
  /** Runs SQL for changes and reads that no page offers. */
  query: <Row extends object = object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Signs a user in, in a separate browser. */
  signedIn: (browser: Browser, device: Screen, user: User) => Promise<Page>
  close: () => Promise<void>
}

export async function startSeededInstance(): Promise<SeededInstance> {
  const dir = mkdtempSync(path.join(temporary(), 'envoi-seeded-'))
  const postgres = await openEmbedded({ dir: running()?.data_dir ?? '' })
  const database = await makeDatabase(postgres.url)
  const mail_dir = path.join(dir, 'mail')
  const mailbox = await openMailbox(mail_dir)
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(dir, 'data'),
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    WARM_UP: '200:200000:42',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1,::1',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    // Lets pages arrive with their data however slow the machine is.
    PAGE_WAIT_MS: '60000',
  }
  const envoi = async (...args: string[]) => {
    const command = await startProduct(settings, { program: 'cli', args })
    if ((await command.ended()) !== 0) throw new Error(`envoi ${args.join(' ')}:\n${command.output()}`)
  }
  // The name is last in the alphabetical order of accounts.
  const administrator = { ...newUser('Zoe'), account_name: 'Zoe’s newsletter' }
  const { email_address, password, name, account_name } = administrator
  const given = ['--email', email_address, '--password', password, '--name', name, '--account-name', account_name]
  await envoi('account', 'create', ...given)
  const session = new pg.Client(database.url)
  await session.connect()
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await session.query<Row>(text, values)).rows
  // Notes of seeded accounts are written by an administrator.
  await query('update users set is_admin = true')
  const product = await startProduct(settings, { args: ['--no-demo'] })
  await Promise.all([untilReady(product), envoi('seed', '--accounts', String(SEEDED))])
  return {
    base_url: product.base_url,
    administrator,
    dir,
    settings,
    mail_dir,
    query,
    signedIn: async (browser, device, user) => {
      const page = await pageOn(browser, device, undefined, product.base_url)
      await page.goto('/login')
      await signIn(page, user)
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      return page
    },
    close: async () => {
      product.child.kill('SIGTERM')
      await product.ended()
      await session.end()
      await database.drop()
      await postgres.close()
      await mailbox.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
