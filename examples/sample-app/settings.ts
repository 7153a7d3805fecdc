import { existsSync } from 'node:fs'
import path from 'node:path'

const file = path.join(import.meta.dirname, '.env')
if (existsSync(file)) process.loadEnvFile(file)
const { env } = process

/** From the environment, or from a file `.env` beside this one. */
export const settings = {
  /** Address of Envoi. */
  envoi_url: (env.ENVOI_URL ?? 'http://localhost:3000').replace(/\/$/, ''),
  /** Address of this app for browsers. */
  app_url: (env.SAMPLE_URL ?? 'http://localhost:4000').replace(/\/$/, ''),
  port: Number(env.SAMPLE_PORT ?? 4000),
  client_id: needed('CLIENT_ID'),
  /** Confidential apps have one; a public app has none and leans on PKCE alone. */
  client_secret: env.CLIENT_SECRET || undefined,
  /** Envoi's client secret at this app, for the automation nodes. */
  plugin_secret: env.PLUGIN_SECRET || undefined,
  /** Stores state between two starts. */
  data_file: env.SAMPLE_DATA ?? path.join(import.meta.dirname, 'data.json'),
}

function needed(name: string): string {
  const value = env[name]
  if (value) return value
  console.error(`Set ${name}: README.md says where to find it.`)
  process.exit(1)
}
