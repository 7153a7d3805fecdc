// RFC 3492, decoding only: browsers and Node encode names (`new URL`), but only Node decodes them. Node's own module `punycode` hides the
// package of that name.

const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128] as const
const MAX_CODE = 0x10ffff

/** Decodes a label without its `xn--`. Returns undefined if it is invalid. */
export function decodePunycode(label: string): string | undefined {
  const delimiter = label.lastIndexOf('-')
  const output = [...label.slice(0, Math.max(delimiter, 0))].map((sign) => sign.codePointAt(0) ?? 0)
  let [code, i, bias, at] = [FIRST_CODE as number, 0, FIRST_BIAS as number, delimiter + 1]
  while (at < label.length) {
    const before = i
    for (let [weight, k] = [1, BASE as number]; ; k += BASE) {
      const digit = digitOf(label[at++])
      if (digit === undefined) return undefined
      i += digit * weight
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX)
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = output.length + 1
    bias = adapt(i - before, length, before === 0)
    code += Math.floor(i / length)
    i %= length
    if (code > MAX_CODE) return undefined
    output.splice(i++, 0, code)
  }
  return String.fromCodePoint(...output)
}

function digitOf(sign: string | undefined): number | undefined {
  if (sign !== undefined && sign >= 'a' && sign <= 'z') return sign.charCodeAt(0) - 97
  return sign !== undefined && sign >= '0' && sign <= '9' ? sign.charCodeAt(0) - 22 : undefined
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return Math.floor(k + ((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
