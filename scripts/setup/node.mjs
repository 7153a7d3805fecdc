// Node for machines whose own is too old to run the project's TypeScript.
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { announce } from './announce.mjs'
import { InstallFailure } from './npm.mjs'
import { installPackages, packagesMatchLock } from './packages.mjs'

/** The version required by the code. */
const NEEDED_NODE = 24
/** The oldest version that runs these scripts, which then install the required one. */
const OLDEST_NODE = 20

const folder = realpathSync(fileURLToPath(new URL('node', import.meta.url)))
/** First in the path of npm's commands, so they use it as `node`. */
const link = path.resolve(folder, '../../../node_modules/.bin/node')

const major = Number.parseInt(process.versions.node, 10)
const isCarried = major < NEEDED_NODE || process.execPath.startsWith(folder)

/** The Node that runs the project: the machine's own if it is new enough. */
export const node = isCarried ? link : process.execPath

export const nodeIsThere = () => !isCarried || (existsSync(link) && packagesMatchLock(folder, { needs_dev: false }))

/** Throws an InstallFailure. */
export function checkOldestNode() {
  if (major >= OLDEST_NODE) return
  throw new InstallFailure(
    `Node ${OLDEST_NODE} or newer is needed to begin with, and this is ${process.versions.node}: install it from https://nodejs.org.`,
  )
}

export async function installNode() {
  announce(`Installing Node ${NEEDED_NODE}, because this machine has ${process.versions.node} ...`)
  if (!packagesMatchLock(folder, { needs_dev: false })) await installPackages(folder, { needs_dev: false })
  const [name] = readdirSync(path.join(folder, 'node_modules')).filter((found) => found.startsWith('node-'))
  if (!name) {
    throw new InstallFailure(
      `npm has no Node ${NEEDED_NODE} for ${os.platform()}-${os.arch()}: install it from https://nodejs.org.`,
    )
  }
  mkdirSync(path.dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(path.relative(path.dirname(link), path.join(folder, 'node_modules', name, 'bin/node')), link)
}
