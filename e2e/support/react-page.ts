import { rolldown } from 'rolldown'

/** Returns the script of a page that renders a component of a source text, as a creator's React site would build it. */
export async function bundleReact(source: string, component: string): Promise<string> {
  const files: Record<string, string> = {
    '\0component.tsx': source,
    '\0page.tsx': `import { StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      import { ${component} } from '\0component.tsx'
      createRoot(document.querySelector('main')!).render(<StrictMode><${component} /></StrictMode>)`,
  }
  const build = await rolldown({
    input: '\0page.tsx',
    platform: 'browser',
    // Effects run twice under `StrictMode`, as they do while creators develop.
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    plugins: [{ name: 'source', resolveId: (id) => (id in files ? id : null), load: (id) => files[id] ?? null }],
  })
  const { output } = await build.generate({ format: 'iife' })
  await build.close()
  return output[0].code
}
