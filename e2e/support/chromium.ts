import { existsSync } from 'node:fs'
import { type LaunchOptions, chromium as playwright } from '@playwright/test'
import packaged from '@sparticuz/chromium'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

// Turns off the browser's background network access and GPU.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
]

/** Host names below it resolve to this machine, like a creator's domain. */
export const OWN_DOMAINS = 'studio-south.no'

/**
 * Launches the npm package’s Chromium, which is the same everywhere. Falls back to the system’s or Playwright’s browser.
 */
export async function chromium(): Promise<LaunchOptions> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const has_package = process.platform === 'linux' && process.arch === 'x64'
  const own = [...SYSTEM, playwright.executablePath()].find(existsSync)
  // The package’s default arguments disable web security, and with it the Origin header.
  const executablePath = has_package || !own ? await packaged.executablePath() : own
  return { executablePath, args: [...QUIET, `--host-resolver-rules=MAP *.${OWN_DOMAINS} localhost`, ...sandbox] }
}
