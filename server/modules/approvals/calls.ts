import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { recordSecurityEvent } from '../security-events/service.ts'

/** A call of an assistant, without values that it gave or got. */
export interface AssistantCall {
  /** Name of the key or app. */
  name: string
  tool: string
  /** Method and path of the route. */
  operation: string | null
  ids: string
  outcome: string
}

/** Records a call in the security log of the account. */
export const recordCall = (ctx: Ctx, { name, tool, operation, ids, outcome }: AssistantCall): Promise<void> =>
  write(ctx, (tx) =>
    recordSecurityEvent(tx, {
      kind: 'assistant_called',
      summary: [`“${name}” called ${tool}`, operation, ids && `(${ids})`, `→ ${outcome}`].filter(Boolean).join(' '),
    }),
  )
