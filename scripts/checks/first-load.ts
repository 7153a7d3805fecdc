// Fails when the first load of a page needs more JavaScript than it may: the scripts that a browser fetches before the page can be
// used, compressed as they are sent. What a page imports on demand is no part of it. Reads the production build (decision 0095).
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { build, PROJECT } from '../../server/build/build.ts'

/** Bytes, compressed. React and Next.js alone take 129 KB. */
const LIMIT = 200_000

/** Pages that need more than the limit, in KB: three more than when this was written. Lower or remove one with what makes it smaller. */
const LARGER: Record<string, number> = {
  '/': 222,
  '/activity': 223,
  '/admin': 206,
  '/admin/accounts': 260,
  '/admin/accounts/[id]': 266,
  '/admin/api': 250,
  '/admin/audit': 262,
  '/admin/jobs': 228,
  '/admin/mail': 212,
  '/admin/mail/domains': 252,
  '/admin/mail/messages': 214,
  '/admin/mail/reports': 263,
  '/admin/mail/reputation': 212,
  '/admin/mail/suppression': 262,
  '/admin/mail/test': 249,
  '/admin/mail/transports': 209,
  '/admin/plans': 260,
  '/admin/review': 259,
  '/admin/review/apps/[id]': 274,
  '/admin/review/templates/[id]': 275,
  '/admin/settings': 273,
  '/admin/users': 259,
  '/admin/users/[id]': 258,
  '/admin/webhooks': 281,
  '/admin/webhooks/[id]': 272,
  '/apps': 240,
  '/apps/[id]': 245,
  '/apps/develop': 215,
  '/apps/develop/[id]': 299,
  '/automations': 229,
  '/automations/[id]': 289,
  '/automations/[id]/dry-run': 280,
  '/automations/[id]/emails/[email_id]': 226,
  '/automations/templates': 261,
  '/broadcasts': 227,
  '/broadcasts/[id]': 240,
  '/forgot-password': 225,
  '/forms': 225,
  '/forms/[id]': 344,
  '/gallery': 294,
  '/gallery/auth': 230,
  '/images': 243,
  '/invitations/[token]': 235,
  '/login': 236,
  '/login/two-factor': 234,
  '/mail': 221,
  '/posts': 220,
  '/posts/[id]': 252,
  '/purchases': 215,
  '/reset-password/[token]': 233,
  '/segments': 217,
  '/segments/[id]': 284,
  '/segments/new': 283,
  '/sequences': 220,
  '/sequences/[id]': 309,
  '/sequences/[id]/emails/[email_id]': 259,
  '/sequences/[id]/emails/[email_id]/report': 226,
  '/settings': 222,
  '/settings/api-keys': 215,
  '/settings/apps': 241,
  '/settings/fields': 217,
  '/settings/plan': 207,
  '/settings/preferences': 214,
  '/settings/profile': 252,
  '/settings/security': 260,
  '/settings/sending-addresses': 215,
  '/settings/sending-domains': 213,
  '/settings/sending-domains/[id]': 210,
  '/settings/sending-health': 214,
  '/settings/suppression': 224,
  '/settings/team': 227,
  '/settings/webhooks': 215,
  '/settings/webhooks/[id]': 253,
  '/sign-up': 237,
  '/sign-up/[token]': 234,
  '/snippets': 222,
  '/snippets/[id]': 214,
  '/snippets/new': 213,
  '/subscribers': 225,
  '/subscribers/[id]': 289,
  '/subscribers/import': 253,
  '/subscribers/import/[id]': 276,
  '/subscribers/new': 246,
  '/tags': 217,
  '/templates': 219,
  '/templates/[id]': 261,
  '/welcome': 235,
}

interface FirstLoad {
  /** The address as in `app/`, without groups: `/subscribers/[id]`. */
  page: string
  bytes: number
  /** Largest first. */
  chunks: { file: string; bytes: number }[]
}

interface Manifest {
  /** For each layout, page and error page the chunks of its client components, with those of what it is in. */
  entryJSFiles: Record<string, string[]>
}

/** Reads from a production build what the first load of each page needs, largest first. */
function firstLoads(dir: string): FirstLoad[] {
  const sizes = new Map<string, number>()
  const sizeOf = (file: string): number => {
    const size = sizes.get(file) ?? sizeAsSent(path.join(dir, file))
    sizes.set(file, size)
    return size
  }
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(dir, 'build-manifest.json'), 'utf8')) as {
    rootMainFiles: string[]
  }
  const app = path.join(dir, 'server/app')
  return globSync('**/page_client-reference-manifest.js', { cwd: app })
    .map((file) => {
      const { entryJSFiles } = manifestIn(readFileSync(path.join(app, file), 'utf8'))
      const chunks = [...new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])]
        .map((chunk) => ({ file: chunk, bytes: sizeOf(chunk) }))
        .sort((a, b) => b.bytes - a.bytes)
      return { page: addressOf(file), bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0), chunks }
    })
    .sort((a, b) => b.bytes - a.bytes || a.page.localeCompare(b.page))
}

/** Of the file as browsers get it: the build compresses it (server/build/compress.ts), unless it is tiny. */
const sizeAsSent = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

/** The file is a script that adds its JSON to a global object. */
const manifestIn = (script: string): Manifest =>
  JSON.parse(script.slice(script.indexOf('{', script.indexOf('] = ')), script.lastIndexOf('}') + 1)) as Manifest

/** `(dashboard)/subscribers/page_client-reference-manifest.js` is `/subscribers`. */
const addressOf = (file: string): string =>
  `/${file
    .split('/')
    .slice(0, -1)
    .filter((part) => !/^\(.*\)$/.test(part))
    .join('/')}`

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const loads = firstLoads(path.join(PROJECT, await build()))
const problems = loads.flatMap(({ page, bytes, chunks }) => {
  const limit = page in LARGER ? (LARGER[page] ?? 0) * 1000 : LIMIT
  if (bytes > limit)
    return [
      `${page} loads ${kb(bytes)} of JavaScript; ${kb(limit)} are allowed. Its largest chunks: ${chunks
        .slice(0, 5)
        .map((chunk) => `${chunk.file} ${kb(chunk.bytes)}`)
        .join(', ')}`,
    ]
  return []
})
if (process.argv.includes('--list'))
  for (const { page, bytes } of loads) console.log(`${kb(bytes).padStart(9)}  ${page}`)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
