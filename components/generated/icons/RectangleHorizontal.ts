// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const RectangleHorizontal = /* @__PURE__ */ lucideIcon('lucide lucide-rectangle-horizontal', '<rect width="20" height="12" x="2" y="6" rx="2"/>')
