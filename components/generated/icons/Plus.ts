// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Plus = /* @__PURE__ */ lucideIcon('lucide lucide-plus', '<path d="M5 12h14"/><path d="M12 5v14"/>')
