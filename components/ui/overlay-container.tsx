import { createContext, type ReactNode, use } from 'react'

/** ID of an element in the page's HTML. An element in state would render the whole page again once it is known. */
const OUTLET = 'overlays'

const HasOutlet = createContext(false)

/** Renders menus and tooltips at `OverlayOutlet` in `<main>`, so they belong to a landmark. */
export function OverlayProvider({ children }: { children: ReactNode }) {
  return <HasOutlet value={true}>{children}</HasOutlet>
}

export function OverlayOutlet() {
  return <div id={OUTLET} />
}

/** Inside a dialog, renders overlays at the end of the body, above the dialog and visible to screen readers. */
export function OverlayReset({ children }: { children: ReactNode }) {
  return <HasOutlet value={false}>{children}</HasOutlet>
}

export function useOverlayContainer() {
  return use(HasOutlet) && typeof document !== 'undefined' ? document.getElementById(OUTLET) : null
}
