// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ChevronsUpDown = /* @__PURE__ */ lucideIcon('lucide lucide-chevrons-up-down', '<path d="m7 15 5 5 5-5"/><path d="m7 9 5-5 5 5"/>')
