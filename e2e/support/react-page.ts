import path from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Returns the script of a page that renders a component from source text, built like a creator's React site. */
export const bundleReact = (source: string, component: string): Promise<string> =>
  bundle('development', {
    '\0component.tsx': source,
    // `StrictMode` runs effects twice, as during creators' development.
    '\0page.tsx': `import { StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      import { ${component} } from '\0component.tsx'
      createRoot(document.querySelector('main')!).render(<StrictMode><${component} /></StrictMode>)`,
  })

/**
 * Returns the script of a page that hydrates a module's component. Its `late` promise resolves when `arrive()` is called, or has resolved
 * already.
 */
export const bundleLate = (file: string, component: string, late: 'later' | 'there' = 'later'): Promise<string> =>
  bundle('production', {
    '\0page.tsx': `import { startTransition } from 'react'
      import { hydrateRoot } from 'react-dom/client'
      import { ${component} } from '${file}'
      const { promise: later, resolve } = Promise.withResolvers()
      Object.assign(window, { arrive: resolve })
      const there = { then: (onFulfilled) => { onFulfilled(); return there } }
      startTransition(() => { hydrateRoot(document, <${component} late={${late}} />) })`,
  })

async function bundle(environment: string, files: Record<string, string>): Promise<string> {
  const build = await rolldown({
    input: '\0page.tsx',
    platform: 'browser',
    // Packages say "use client", which means nothing here.
    logLevel: 'silent',
    resolve: { alias: { '@': ROOT } },
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify(environment) } },
    plugins: [{ name: 'source', resolveId: (id) => (id in files ? id : null), load: (id) => files[id] ?? null }],
  })
  const { output } = await build.generate({ format: 'iife' })
  await build.close()
  return output[0].code
}
