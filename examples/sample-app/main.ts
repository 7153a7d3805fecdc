import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { block } from './block.ts'
import { hooks } from './hooks.ts'
import { install } from './install.ts'
import { nodes } from './nodes.ts'
import { pages } from './pages.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'

// Each part of an Envoi app is a file of routes: the installation, the pages, a content block, automation nodes with their sign-in, webhooks.
const app = new Hono()
for (const part of [pages, install, block, signIn, nodes, hooks]) app.route('/', part)

const server = serve({ fetch: app.fetch, port: settings.port, hostname: 'localhost' }, () =>
  console.log(`The sample app runs at ${settings.app_url} for Envoi at ${settings.envoi_url}`),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close(() => process.exit(0)))
