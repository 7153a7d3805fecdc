import { findBuild } from './folders.ts'
import { PROJECT, sourcesHash } from './sources.ts'

/** Defined only in the bundle of a build: its folder, relative to the project (server/build/bundle/bundle.ts). */
declare const ENVOI_BUILD: string | undefined

/** Returns the folder of the build whose pages this process serves. Throws if this runs from sources that are not built. */
export function ownBuild(): string {
  if (typeof ENVOI_BUILD === 'string') return ENVOI_BUILD
  const built = findBuild(PROJECT, sourcesHash(PROJECT))
  if (!built)
    throw new Error('The pages of these sources are not built: run `npm run build`, or `npm start`, which does.')
  return built
}
