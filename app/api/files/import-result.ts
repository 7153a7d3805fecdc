import { getImport } from '@/server/modules/imports/records.ts'
import { importResult } from '@/server/modules/imports/results.ts'
import { ImportId } from '@/server/modules/imports/schema.ts'
import { asMember, orSignIn } from '../member.ts'

/** Responds with each row's result as a CSV file. With `?rows=problems`, only rows that were not applied. */
export async function downloadImportResult(request: Request, params: { id: string }): Promise<Response> {
  const answer = await asMember(request, { writes: false }, async (ctx) => {
    const { id } = ImportId.catch({ id: 0 }).parse(params)
    const { filename } = await getImport(ctx, { id })
    const problems = new URL(request.url).searchParams.get('rows') === 'problems'
    const name = `${filename.replace(/\.[^.]*$/, '')} - ${problems ? 'problems' : 'result'}.csv`
    const lines = importResult(ctx, { id, problems })
    const bytes = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(bytes.encode(value))
      },
      cancel: () => void lines.return(undefined),
    })
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="import-${id}.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
        'Cache-Control': 'no-store',
      },
    })
  })
  return orSignIn(request, '/subscribers/import', answer)
}
