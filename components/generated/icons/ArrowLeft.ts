// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ArrowLeft = /* @__PURE__ */ lucideIcon('lucide lucide-arrow-left', '<path d="m12 19-7-7 7-7"/><path d="M19 12H5"/>')
