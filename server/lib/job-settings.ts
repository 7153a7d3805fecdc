import { z } from 'zod'
import { url } from './public-addresses.ts'
import { trimEndCharacters } from './text/trim-characters.ts'

const bare = (address: string): string => trimEndCharacters(address, (character) => character === '/')

const text = z.string().min(1)

/** Settings of the engine that runs the jobs. */
export const JOB_SETTINGS = {
  WORKER: z
    .enum(['on', 'off'], { error: 'is neither on nor off' })
    .default('on')
    .meta({ description: 'off: this process serves the web only; run `npm run worker` next to it.' }),
  INNGEST_EVENT_KEY: text
    .optional()
    .meta({ description: 'With INNGEST_SIGNING_KEY: Inngest runs the jobs, in processes that connect to it.' }),
  INNGEST_SIGNING_KEY: text
    // The SDK silently drops other characters, and the server then refuses the key.
    .refine((value) => /^(?:signkey-\w+-)?(?:[\da-f]{2})+$/i.test(value), {
      error: 'is not a signing key, which is hexadecimal, as from openssl rand -hex 32',
    })
    .optional()
    .meta({ description: 'Signing key of the Inngest server, which processes with jobs connect with.' }),
  INNGEST_BASE_URL: url('http:', 'https:')
    .transform(bare)
    .optional()
    .meta({ description: 'Address of a self-hosted Inngest server.' }),
  INNGEST_DEV: text
    .refine((value) => /^(?:[01]|true|false)$/.test(value) || /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
      error: 'is neither 1 nor 0 nor an address that starts with http:// or https://',
    })
    .optional()
    .meta({ description: '1 or an address: jobs run on an Inngest dev server.' }),
  INNGEST_DASHBOARD_URL: url('http:', 'https:').optional().meta({
    description: 'Address of Inngest’s own dashboard, for links. Default: that of the server that runs the jobs.',
  }),
  INNGEST_CONNECT_GATEWAY_URL: url('ws:', 'wss:').optional().meta({
    description:
      'WebSocket address that processes with jobs connect to. Empty: the address that the Inngest server names.',
  }),
}
