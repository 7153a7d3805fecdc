// Fails when the first load of a page needs more JavaScript than it may: the scripts that a browser fetches before the page can be
// used, compressed as they are sent. What a page imports on demand is no part of it. Reads the production build (decision 0095).
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, PROJECT } from '../../server/build/build.ts'

/** Bytes, compressed. React and Next.js alone take 133 KB. */
const LIMIT = 200_000

/** Pages that need more than the limit, in KB: eight more than when this was written. Lower or remove one with what makes it smaller. */
const LARGER: Record<string, number> = {
  '/admin/api': 300,
  '/images': 290,
  '/': 265,
  '/activity': 254,
  '/admin': 234,
  '/admin/accounts': 296,
  '/admin/accounts/[id]': 300,
  '/admin/apps': 224,
  '/admin/apps/[id]': 224,
  '/admin/audit': 296,
  '/admin/jobs': 259,
  '/admin/mail': 241,
  '/admin/mail/domains': 286,
  '/admin/mail/messages': 244,
  '/admin/mail/reports': 298,
  '/admin/mail/reputation': 241,
  '/admin/mail/suppression': 298,
  '/admin/mail/test': 283,
  '/admin/mail/transports': 238,
  '/admin/plans': 294,
  '/admin/review': 294,
  '/admin/review/apps/[id]': 309,
  '/admin/review/templates/[id]': 311,
  '/admin/settings': 310,
  '/admin/templates': 224,
  '/admin/templates/[id]': 224,
  '/admin/users': 294,
  '/admin/users/[id]': 293,
  '/admin/webhooks': 317,
  '/admin/webhooks/[id]': 308,
  '/apps': 273,
  '/apps/[id]': 229,
  '/apps/[id]/install': 216,
  '/apps/develop': 245,
  '/apps/develop/[id]': 340,
  '/automations': 260,
  '/automations/[id]': 326,
  '/automations/[id]/dry-run': 317,
  '/automations/[id]/emails/[email_id]': 257,
  '/automations/templates': 285,
  '/broadcasts': 258,
  '/broadcasts/[id]': 272,
  '/broadcasts/new': 228,
  '/confirm-sending-address/[token]': 206,
  '/forgot-password': 257,
  '/forms': 255,
  '/forms/[id]': 430,
  '/gallery': 334,
  '/gallery/auth': 264,
  '/invitations/[token]': 269,
  '/login': 270,
  '/login/two-factor': 268,
  '/mail': 252,
  '/oauth/consent': 214,
  '/posts': 249,
  '/posts/[id]': 270,
  '/posts/new': 228,
  '/purchases': 245,
  '/reset-password/[token]': 267,
  '/scheduled-deletion': 210,
  '/segments': 247,
  '/segments/[id]': 322,
  '/segments/new': 320,
  '/sequences': 250,
  '/sequences/[id]': 347,
  '/sequences/[id]/emails/[email_id]': 293,
  '/sequences/[id]/emails/[email_id]/report': 256,
  '/set-up-two-factor': 210,
  '/settings': 253,
  '/settings/api-keys': 245,
  '/settings/apps': 274,
  '/settings/fields': 247,
  '/settings/plan': 236,
  '/settings/preferences': 243,
  '/settings/profile': 290,
  '/settings/security': 295,
  '/settings/sending-addresses': 245,
  '/settings/sending-domains': 242,
  '/settings/sending-domains/[id]': 240,
  '/settings/sending-health': 244,
  '/settings/suppression': 255,
  '/settings/team': 258,
  '/settings/webhooks': 245,
  '/settings/webhooks/[id]': 287,
  '/sign-out': 213,
  '/sign-up': 271,
  '/sign-up/[token]': 268,
  '/snippets': 253,
  '/snippets/[id]': 265,
  '/snippets/new': 265,
  '/subscribers': 256,
  '/subscribers/[id]': 326,
  '/subscribers/import': 287,
  '/subscribers/import/[id]': 313,
  '/subscribers/new': 279,
  '/tags': 247,
  '/templates': 249,
  '/templates/[id]': 310,
  '/welcome': 269,
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
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(dir, file))).byteLength
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
