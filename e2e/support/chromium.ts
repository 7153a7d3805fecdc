import { existsSync } from 'node:fs'
import { type LaunchOptions, chromium as playwright } from '@playwright/test'
import packaged from '@sparticuz/chromium'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

// Nothing of the browser itself may look for the internet, and what is drawn is looked at by programs.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
]

/**
 * The browser that npm brought, the same on every machine and quicker than a desktop's; where it does not run, the machine's own or
 * Playwright's.
 */
export async function chromium(): Promise<LaunchOptions> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const has_package = process.platform === 'linux' && process.arch === 'x64'
  const own = [...SYSTEM, playwright.executablePath()].find(existsSync)
  // The package's own list of arguments is for scraping: it switches the web's security off, and with it the Origin header.
  const executablePath = has_package || !own ? await packaged.executablePath() : own
  return { executablePath, args: [...QUIET, ...sandbox] }
}
