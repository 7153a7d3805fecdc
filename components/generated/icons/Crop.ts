// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Crop = /* @__PURE__ */ lucideIcon('lucide lucide-crop', '<path d="M6 2v14a2 2 0 0 0 2 2h14"/><path d="M18 22V8a2 2 0 0 0-2-2H2"/>')
