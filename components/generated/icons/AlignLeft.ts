// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const AlignLeft = /* @__PURE__ */ lucideIcon('lucide lucide-text-align-start lucide-text lucide-align-left', '<path d="M21 5H3"/><path d="M15 12H3"/><path d="M17 19H3"/>')
