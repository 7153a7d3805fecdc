// Installs the packages of a folder with a lock file: without development packages, only what starts Envoi; with them, also what builds and
// tests it.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { announce } from './announce.mjs'
import { npm } from './npm.mjs'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
const wantedIn = (folder) => packagesIn(path.join(folder, 'package-lock.json'))

/**
 * Returns npm's record of installed packages, written when it finishes. After an interrupted install, the file is missing or still has setup's
 * mark.
 */
function installedIn(folder) {
  const file = path.join(folder, 'node_modules/.package-lock.json')
  return existsSync(file) && !existsSync(markOf(folder)) ? packagesIn(file) : undefined
}

const markOf = (folder) => path.join(folder, 'node_modules/.installing')

export function packagesMatchLock(folder, { needs_dev }) {
  const installed = installedIn(folder)
  if (!installed) return false
  return Object.entries(wantedIn(folder)).every(
    ([name, { version, optional, dev }]) =>
      name === '' || (installed[name] ? installed[name].version === version : optional || (dev && !needs_dev)),
  )
}

/** Returns whether development packages are installed, which a later install keeps: `npm start` after `npm test` removes nothing. */
export function hasDevPackages(folder) {
  const installed = installedIn(folder) ?? {}
  return Object.entries(wantedIn(folder)).some(([name, { dev, optional }]) => dev && !optional && installed[name])
}

/** Installs packages that are missing or have another version, and all packages again after an interrupted install. */
export async function installPackages(folder, { needs_dev }) {
  const withDev = needs_dev || hasDevPackages(folder)
  const total = expectedIn(folder, withDev)
  const args = installedIn(folder) ? ['install', '--no-save'] : ['ci']
  const packages = total === 1 ? '1 package' : `${total} packages`
  announce(`Installing ${packages} (about a minute, once) ...`)
  if (args[0] === 'install') writeFileSync(markOf(folder), '')
  await npm(folder, [...args, withDev ? '--include=dev' : '--omit=dev'], () => {
    const found = { packages: 0, bytes: 0 }
    addFiles(path.join(folder, 'node_modules'), found)
    return `  ${Math.min(found.packages, total)} of ${total} packages, ${Math.round(found.bytes / 1e6)} MB`
  })
  rmSync(markOf(folder), { force: true })
  const bytes = trim(path.join(folder, 'node_modules'))
  // npm distrusts its own record if a folder has changed since, and reads every package again.
  const now = new Date()
  utimesSync(path.join(folder, 'node_modules/.package-lock.json'), now, now)
  announce(`Installed ${packages}: ${Math.round(bytes / 1e6)} MB.`)
}

/** Returns the expected packages. Packages for other systems are not installed. Optional packages count if they name their system. */
function expectedIn(folder, withDev) {
  const accepts = (list, own) => !list || [list].flat().includes(own)
  const libc = existsSync('/etc/alpine-release') ? 'musl' : 'glibc'
  return Object.entries(wantedIn(folder)).filter(
    ([name, { link, dev, optional, os, cpu, libc: libcs }]) =>
      name.includes('node_modules/') &&
      !link &&
      (!optional || os) &&
      (withDev || !dev) &&
      accepts(os, process.platform) &&
      accepts(cpu, process.arch) &&
      (process.platform !== 'linux' || accepts(libcs, libc)),
  ).length
}

const IS_PACKAGE = /[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+$/

/** Adds the bytes of a folder, and the packages that npm has begun to fill. It creates all folders first. */
function addFiles(folder, totals) {
  const isPackage = IS_PACKAGE.test(folder)
  for (const name of namesIn(folder)) {
    try {
      const stat = lstatSync(path.join(folder, name))
      if (stat.isDirectory()) addFiles(path.join(folder, name), totals)
      else totals.bytes += stat.blocks * 512
      if (isPackage && name === 'package.json') totals.packages++
    } catch {
      // npm moves files during the count.
    }
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Package files that nothing here loads, a quarter of their bytes: maps from built files to sources, Prisma's query compiler for other databases
 * and for edge functions, Node's headers and manual.
 */
const UNUSED = [
  /\.(?:[cm]?js|[cm]?ts|css)\.map$/,
  /\/@prisma\/client\/runtime\/query_compiler_(?:small_bg\.|fast_bg\.(?!postgresql\.))/,
  /\/@prisma\/client\/runtime\/wasm-compiler-edge\./,
  /\/node-[a-z0-9-]+\/(?:include|share)\/|\/node-[a-z0-9-]+\/CHANGELOG\.md$/,
]

/** Deletes unused files. Returns the remaining bytes. */
export function trim(folder) {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) bytes += trim(file)
    else if (!entry.isFile()) continue
    else if (UNUSED.some((unused) => unused.test(file))) rmSync(file)
    else bytes += statSync(file).blocks * 512
  }
  return bytes
}
