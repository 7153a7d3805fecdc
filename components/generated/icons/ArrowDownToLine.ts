// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ArrowDownToLine = /* @__PURE__ */ lucideIcon('lucide lucide-arrow-down-to-line', '<path d="M12 17V3"/><path d="m6 11 6 6 6-6"/><path d="M19 21H5"/>')
