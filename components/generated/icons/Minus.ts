// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Minus = /* @__PURE__ */ lucideIcon('lucide lucide-minus', '<path d="M5 12h14"/>')
