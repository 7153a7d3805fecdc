// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ArrowDown = /* @__PURE__ */ lucideIcon('lucide lucide-arrow-down', '<path d="M12 5v14"/><path d="m19 12-7 7-7-7"/>')
