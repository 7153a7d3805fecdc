import { BigId } from '@/server/core/wire.ts'
import { copySubscriber } from '@/server/modules/privacy/subscriber-copy.ts'
import { asMember } from '../member.ts'

/** Responds with all stored data of a subscriber as a file. */
export function downloadSubscriberCopy(request: Request, params: { id: string }): Promise<Response> {
  return asMember(request, { writes: true }, async (ctx) => {
    const id = BigId.catch(0).parse(params.id)
    const { json } = await copySubscriber(ctx, { id })
    return new Response(json, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="subscriber-${id}.json"`,
        'Cache-Control': 'private, no-store',
      },
    })
  })
}
