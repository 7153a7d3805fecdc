// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const AlignRight = /* @__PURE__ */ lucideIcon('lucide lucide-text-align-end lucide-align-right', '<path d="M21 5H3"/><path d="M21 12H9"/><path d="M21 19H7"/>')
