import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Caller } from './call.ts'
import { assistantServer } from './tools.ts'

/** Answers messages of the protocol. `extra.caller` of the authorization is the caller. */
export const handler = createMcpHandler(({ authInfo }) => assistantServer(authInfo?.extra?.caller as Caller), {
  // No tool announces changes, so no stream is kept open.
  maxSubscriptions: 0,
})
