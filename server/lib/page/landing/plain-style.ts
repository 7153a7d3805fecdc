import type { PublicStyle } from '../theme.ts'

/** Style of pages without their own style. */
export const PLAIN_STYLE: PublicStyle = {
  logo: null,
  font: 'system',
  heading_font: 'system',
  accent_color: '#14495a',
  text_color: '#1c1917',
  background_color: '#ffffff',
  corners: 'rounded',
}
