// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const CircleMinus = /* @__PURE__ */ lucideIcon('lucide lucide-circle-minus lucide-minus-circle', '<circle cx="12" cy="12" r="10"/><path d="M8 12h8"/>')
