'use client'

import './globals.css'
import { ErrorState } from '@/components/error-state'

/** Replaces the root layout if it fails, so it cannot use providers. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Envoi</title>
        <main className="grid min-h-dvh place-items-center">
          <ErrorState as="h1" title="Couldn’t load Envoi" reference={reference} onRetry={retry} />
        </main>
      </body>
    </html>
  )
}
