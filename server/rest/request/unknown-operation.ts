import type { Route } from '../route.ts'

interface Unknown {
  status: 404 | 405
  /** The text of the contract, then what helps. */
  errors: string[]
  allow?: string
}

/** Returns the answer to a request that no route takes: its methods if the path is known, else a path that was probably meant. */
export function unknownOperation(routes: readonly Route[], path: string): Unknown {
  const methods = routes.filter((route) => matches(route.path, path)).map(({ method }) => method.toUpperCase())
  if (methods.length > 0) {
    const allow = [...new Set(methods)]
    const errors = ['Method Not Allowed', `This path takes ${allow.join(', ')}`]
    return { status: 405, errors, allow: [...allow, 'OPTIONS'].join(', ') }
  }
  return { status: 404, errors: ['Not Found', ...hintOf(routes, path)] }
}

function hintOf(routes: readonly Route[], path: string): string[] {
  const parts = partsOf(path)
  const version = parts.findIndex((part) => /^v\d+$/i.test(part))
  if (version < 0) return []
  const wanted = ['', 'v4', ...parts.slice(version + 1)]
  const meant = routes.find(({ path }) => isAlike(partsOf(path), wanted))
  if (!meant) return ['No operation has this path. Operations are below /v4, such as /v4/account']
  // Ids of the given path, names of the known one.
  const known = partsOf(meant.path).map((part, at) => (part.startsWith(':') ? wanted[at] : part))
  return [`Did you mean ${known.join('/')}?`]
}

const partsOf = (path: string) => path.replace(/(?<=.)\/$/, '').split('/')

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]))
  )
}

const isAlike = (known: readonly string[], given: readonly string[]) =>
  known.length === given.length &&
  known.every((part, at) =>
    part.startsWith(':') ? /^\d+$/.test(given[at] ?? '') : plain(part) === plain(given[at] ?? ''),
  )

/** Returns a name without what beginners vary: case, dashes, a plural, and the format of other APIs. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/\.json$/, '')
    .replace(/s$/, '')
