import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'

/** Pages for the people who build Envoi; a production build answers them with 404. */
export default function DevelopmentLayout({ children }: { children: ReactNode }) {
  // biome-ignore lint/style/noProcessEnv: the bundler replaces it, so that production keeps nothing of these pages.
  if (process.env.NODE_ENV === 'production') notFound()
  return children
}
