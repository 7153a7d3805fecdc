// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const CircleSlash = /* @__PURE__ */ lucideIcon('lucide lucide-circle-slash', '<circle cx="12" cy="12" r="10"/><line x1="9" x2="15" y1="15" y2="9"/>')
