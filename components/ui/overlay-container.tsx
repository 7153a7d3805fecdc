'use client'

import { createContext, type ReactNode, use, useState } from 'react'

interface Overlay {
  container: HTMLElement | null
  setContainer: (container: HTMLElement | null) => void
}

const OverlayContext = createContext<Overlay | null>(null)

/** Renders menus and tooltips at `OverlayOutlet` in `<main>`, so they belong to a landmark. */
export function OverlayProvider({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return <OverlayContext value={{ container, setContainer }}>{children}</OverlayContext>
}

export function OverlayOutlet() {
  return <div ref={use(OverlayContext)?.setContainer} />
}

/** Within a dialog, overlays render at the end of the body, above the dialog and visible to screen readers. */
export function OverlayReset({ children }: { children: ReactNode }) {
  return <OverlayContext value={null}>{children}</OverlayContext>
}

export function useOverlayContainer() {
  return use(OverlayContext)?.container ?? null
}
