'use client'

import './globals.css'
import { ErrorState } from '@/components/error-state'

/** Stands in for the root layout when that itself fails: nothing here may need a provider. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Envoi</title>
        <main className="grid min-h-dvh place-items-center">
          <ErrorState as="h1" title="Envoi could not be shown" reference={reference} onRetry={retry} />
        </main>
      </body>
    </html>
  )
}
