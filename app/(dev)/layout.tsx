import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'

/** Development pages. Production builds answer with 404. */
export default function DevelopmentLayout({ children }: { children: ReactNode }) {
  // biome-ignore lint/style/noProcessEnv: replaced by the bundler, which removes these pages from production builds
  if (process.env.NODE_ENV === 'production') notFound()
  return children
}
