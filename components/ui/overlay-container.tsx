'use client'

import { createContext, type ReactNode, use } from 'react'

/** The id of the element, which is there with the HTML of a page: state would render all of a page again once it is known. */
const OUTLET = 'overlays'

const HasOutlet = createContext(false)

/** Renders menus and tooltips at `OverlayOutlet` in `<main>`, so they belong to a landmark. */
export function OverlayProvider({ children }: { children: ReactNode }) {
  return <HasOutlet value={true}>{children}</HasOutlet>
}

export function OverlayOutlet() {
  return <div id={OUTLET} />
}

/** Within a dialog, overlays render at the end of the body, above the dialog and visible to screen readers. */
export function OverlayReset({ children }: { children: ReactNode }) {
  return <HasOutlet value={false}>{children}</HasOutlet>
}

export function useOverlayContainer() {
  return use(HasOutlet) && typeof document !== 'undefined' ? document.getElementById(OUTLET) : null
}
