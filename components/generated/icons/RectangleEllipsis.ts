// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const RectangleEllipsis = /* @__PURE__ */ lucideIcon('lucide lucide-rectangle-ellipsis lucide-form-input', '<rect width="20" height="12" x="2" y="6" rx="2"/><path d="M12 12h.01"/><path d="M17 12h.01"/><path d="M7 12h.01"/>')
