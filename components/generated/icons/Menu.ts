// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Menu = /* @__PURE__ */ lucideIcon('lucide lucide-menu', '<path d="M4 5h16"/><path d="M4 12h16"/><path d="M4 19h16"/>')
