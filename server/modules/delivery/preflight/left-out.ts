import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { cleanContent } from '../../../core/texts/given-html.ts'
import { storable } from '../../../core/wire.ts'

export const GivenHtml = z.object({ html: z.string().overwrite(storable).max(1_000_000) })

/**
 * Returns the HTML parts that saving would remove, for `leftOutText`. Empty if it cannot be saved, which saving reports. Stores nothing.
 */
export async function findLeftOut(ctx: Ctx, { html }: z.infer<typeof GivenHtml>): Promise<string[]> {
  try {
    return (await cleanContent(ctx, html, 'content')).left_out
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return []
    throw error
  }
}
