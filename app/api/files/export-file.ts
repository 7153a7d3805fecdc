import { notFound } from '@/server/core/errors.ts'
import { answerFile } from '@/server/modules/exports/download.ts'
import { ExportId } from '@/server/modules/exports/schema.ts'
import { asMember, orSignIn } from '../member.ts'

/** Responds with the file of an export, or leads to the sign-in. */
export async function downloadExport(request: Request, params: { id: string }): Promise<Response> {
  const answer = await asMember(request, { writes: true }, (ctx) => {
    const parsed = ExportId.safeParse(params)
    if (!parsed.success) throw notFound()
    return answerFile(ctx, request, parsed.data)
  })
  return orSignIn(request, '/activity', answer)
}
