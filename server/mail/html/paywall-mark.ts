/** The attribute of the `<hr>` in a paid post below which only buyers read on. */
export const PAYWALL_MARK = 'data-paywall'
