// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const SquareArrowOutUpRight = /* @__PURE__ */ lucideIcon('lucide lucide-square-arrow-up-right-exit lucide-arrow-up-right-from-square lucide-square-arrow-out-up-right', '<path d="M21 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h6"/><path d="m21 3-9 9"/><path d="M15 3h6v6"/>')
