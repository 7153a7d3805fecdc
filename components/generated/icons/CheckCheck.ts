// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const CheckCheck = /* @__PURE__ */ lucideIcon('lucide lucide-check-check', '<path d="M18 6 7 17l-5-5"/><path d="m22 10-7.5 7.5L13 16"/>')
