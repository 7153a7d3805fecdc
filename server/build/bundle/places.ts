import path from 'node:path'
import type { Plugin } from 'rolldown'

/** Packages whose code reads its own path, with the reason why bundling does not matter to it. `bundle.ts#OUTSIDE` has packages for which it does. */
const REVIEWED: Record<string, string> = {
  fflate: 'its threads are made of text',
  'import-in-the-middle': 'only in a comment; what it hooks into is not bundled',
  inngest: 'its thread is an entry of the bundle: bundle.ts#ENTRIES',
  liquidjs: 'templates are texts: none is read from a file',
  'pg-boss': 'its Worker is a class of its own',
  pino: 'its transports run in threads, and none is configured',
  'require-in-the-middle': 'hooks into packages of the machine, which are not bundled',
  satori: 'asks for the name of its file to read a program that it contains',
  'thread-stream': 'for the transports of pino',
  undici: 'adds the name of its file to stack traces',
  '@opentelemetry/instrumentation': 'hooks into packages of the machine, which are not bundled',
}

const ASKS = /import\.meta\b|(?<!['"\w])__(?:dirname|filename)\b|\bnew Worker\(|\brequire\.resolve\b/
const UNKNOWN = /import\.meta\b|(?<!['"\w])__(?:dirname|filename)\b|\brequire\.resolve\b/
const IN_PROJECT = /import\.meta\.(dirname|url|main)\b/g
/** Matches one of our files that is started as a thread. */
const THREAD = /import\.meta\.dirname, '([^']+\.ts)'/g

/**
 * Keeps paths of files correct. A source refers to other files relative to itself, but its code in the bundle is elsewhere: the code gets the
 * path of the source, so it finds migrations, catalogs and packages. Files that run as threads become entries of the bundle. Refuses references
 * that it cannot keep correct.
 */
export function keepPlaces({ root, up }: { root: string; up: string }): Plugin {
  return {
    name: 'places',
    transform: {
      filter: { code: ASKS },
      handler(code, id) {
        const file = path.relative(root, id)
        if (id.startsWith('\0') || file.startsWith('node_modules/')) {
          const name = packageOf(file)
          if (name !== undefined && !(name in REVIEWED))
            throw new Error(
              `${file} asks where it is, and in the bundle it is elsewhere. Leave ${name} outside (server/build/bundle/bundle.ts), or say in server/build/bundle/places.ts why it does not mind.`,
            )
          return
        }
        const threads = code.replaceAll(THREAD, (_, name: string) => {
          const thread = path.join(path.dirname(id), name)
          const fileName = `${path.relative(root, thread).replaceAll(/[/.]/g, '-')}.mjs`
          this.emitFile({ type: 'chunk', id: thread, fileName })
          return `${HERE}, '${fileName}'`
        })
        const placed = threads.replaceAll(IN_PROJECT, (_, asked: 'dirname' | 'url' | 'main') => {
          if (asked === 'main') return 'false'
          if (asked === 'dirname') return `(${HERE} + '/${up}/${path.dirname(file)}')`
          return `new URL('${up}/${file}', ${HERE_URL}).href`
        })
        if (UNKNOWN.test(withoutComments(placed)))
          throw new Error(`${file} names files in a way that server/build/bundle/places.ts does not know.`)
        return {
          code: placed.replaceAll(HERE_URL, 'import.meta.url').replaceAll(HERE, 'import.meta.dirname'),
          map: null,
        }
      },
    },
  }
}

/** Placeholders for the path of the bundle itself, replaced at the end. */
const HERE = '@@dirname'
const HERE_URL = '@@url'

const withoutComments = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !/^(?:\/\/|\*|\/\*)/.test(line.trimStart()))
    .join('\n')

function packageOf(file: string): string | undefined {
  const at = file.lastIndexOf(IN_PACKAGES)
  return at === -1 ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(file.slice(at + IN_PACKAGES.length))?.[0]
}

const IN_PACKAGES = 'node_modules/'
