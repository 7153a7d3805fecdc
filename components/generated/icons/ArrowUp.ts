// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ArrowUp = /* @__PURE__ */ lucideIcon('lucide lucide-arrow-up', '<path d="m5 12 7-7 7 7"/><path d="M12 19V5"/>')
