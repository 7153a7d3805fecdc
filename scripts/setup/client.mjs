// Generates the database client in server/db/generated from prisma/schema after a change.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { announce } from './announce.mjs'
import { node } from './node.mjs'
import { InstallFailure } from './npm.mjs'
import { installPackages, packagesMatchLock } from './packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = path.join(root, 'scripts/setup/client')
const schema = path.join(root, 'prisma/schema')
const stamp = path.join(root, 'server/db/generated/schema.sha256')

function schemaHash() {
  const hash = createHash('sha256').update(readFileSync(path.join(folder, 'package-lock.json')))
  for (const file of readdirSync(schema).sort()) hash.update(file).update(readFileSync(path.join(schema, file)))
  return hash.digest('hex')
}

export const clientMatchesSchema = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === schemaHash()

/** Keeps the packages of the generator only together with development packages: an installation's schema changes with a new version. */
export async function generateClient({ keeps_generator }) {
  announce('Generating the database client ...')
  if (!packagesMatchLock(folder, { needs_dev: false })) await installPackages(folder, { needs_dev: false })
  const { status, stdout, stderr } = spawnSync(node, [path.join(folder, 'generate.cjs'), schema], { encoding: 'utf8' })
  if (status !== 0) throw new InstallFailure(`The database client was not generated:\n${stdout}${stderr}`)
  writeFileSync(stamp, schemaHash())
  if (!keeps_generator) rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
}
