import type { Ctx } from '../../core/context.ts'
import type { AppError } from '../../core/errors.ts'
import { download } from '../../core/instance/download.ts'
import { t } from '../../lib/locale/texts.ts'
import { countCheckedAddresses } from './service.ts'

interface Copied {
  headers: Record<string, string>
  max_bytes: number
  /** The error with the reason. */
  refused: (why: string) => AppError
  too_large?: string
}

/** Loads a file that a user names by its address. Throws the error of `refused`, rate_limited. */
export async function copyFromWeb(
  ctx: Ctx,
  url: URL,
  { headers, max_bytes, refused, too_large = t`it is larger than ${max_bytes / 2 ** 20} MB.` }: Copied,
): Promise<Buffer> {
  await countCheckedAddresses(ctx, { addresses: 1 })
  const answer = await download(url.href, { headers, max_bytes }).catch(() => {
    throw refused(t`its server cannot be reached.`)
  })
  if (answer.status !== 200) throw refused(t`its server answers with ${answer.status}.`)
  if (answer.truncated) throw refused(too_large)
  return answer.body
}
