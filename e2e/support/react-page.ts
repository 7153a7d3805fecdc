import { rolldown } from 'rolldown'

/** Returns the script of a page that renders a component of a source text, as a creator's React site would build it. */
export const bundleReact = (source: string, component: string): Promise<string> =>
  bundle('development', {
    '\0component.tsx': source,
    // Effects run twice under `StrictMode`, as they do while creators develop.
    '\0page.tsx': `import { StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      import { ${component} } from '\0component.tsx'
      createRoot(document.querySelector('main')!).render(<StrictMode><${component} /></StrictMode>)`,
  })

/**
 * Returns the script of a page that takes over a component of a module. What the component waits for as `late` comes when `arrive()` is
 * called, or has come already.
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
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify(environment) } },
    plugins: [{ name: 'source', resolveId: (id) => (id in files ? id : null), load: (id) => files[id] ?? null }],
  })
  const { output } = await build.generate({ format: 'iife' })
  await build.close()
  return output[0].code
}
