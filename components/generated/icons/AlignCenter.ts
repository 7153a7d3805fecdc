// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const AlignCenter = /* @__PURE__ */ lucideIcon('lucide lucide-text-align-center lucide-align-center', '<path d="M21 5H3"/><path d="M17 12H7"/><path d="M19 19H5"/>')
