/** Attribute of the `<hr>` in a paid post below which only buyers can read. */
export const PAYWALL_MARK = 'data-paywall'
