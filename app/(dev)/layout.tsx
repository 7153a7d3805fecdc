import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'

/** Development pages. A production build answers them with 404. */
export default function DevelopmentLayout({ children }: { children: ReactNode }) {
  // biome-ignore lint/style/noProcessEnv: the bundler replaces it, which removes these pages from production.
  if (process.env.NODE_ENV === 'production') notFound()
  return children
}
