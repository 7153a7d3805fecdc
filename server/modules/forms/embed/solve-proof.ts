/**
 * Finds a proof of work for an address: a text whose hash with challenge and address starts with `bits` zero bits. Works in pieces of a few
 * milliseconds, so the page stays responsive. Runs in browsers from its source text, so it cannot use anything outside; `crypto.subtle` is
 * missing without TLS, and a call per hash is slower than SHA-256 written out.
 */
export async function solveProof(token: string, email_address: string, bits: number): Promise<string> {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime > 0)) primes.push(n)
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)))
  const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
  const words = new Int32Array(64)
  const right = (word: number, by: number) => (word >>> by) | (word << (32 - by))
  const sha256 = (ascii: string): Int32Array => {
    const state = Int32Array.from(start)
    const blocks = (ascii.length + 72) >> 6
    for (let block = 0; block < blocks; block++) {
      for (let at = 0; at < 16; at++) {
        let word = 0
        for (let byte = 0; byte < 4; byte++) {
          const place = block * 64 + at * 4 + byte
          word = (word << 8) | (place < ascii.length ? ascii.charCodeAt(place) : place === ascii.length ? 128 : 0)
        }
        words[at] = block === blocks - 1 && at === 15 ? ascii.length * 8 : word
      }
      for (let at = 16; at < 64; at++) {
        const a = words[at - 15] as number
        const b = words[at - 2] as number
        const small = right(a, 7) ^ right(a, 18) ^ (a >>> 3)
        const large = right(b, 17) ^ right(b, 19) ^ (b >>> 10)
        words[at] = (words[at - 16] as number) + small + (words[at - 7] as number) + large
      }
      let [a, b, c, d, e, f, g, h] = state as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      for (let at = 0; at < 64; at++) {
        const choice = (e & f) ^ (~e & g)
        const sum = right(e, 6) ^ right(e, 11) ^ right(e, 25)
        const one = (h + sum + choice + (constants[at] as number) + (words[at] as number)) | 0
        const two = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
        h = g
        g = f
        f = e
        e = (d + one) | 0
        d = c
        c = b
        b = a
        a = (one + two) | 0
      }
      ;[a, b, c, d, e, f, g, h].forEach((word, at) => {
        state[at] = (state[at] as number) + word
      })
    }
    return state
  }
  const hex = (state: Int32Array) => [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  const key = hex(sha256(`${token}:${encodeURIComponent(email_address.trim().toLowerCase())}`)).slice(0, 32)
  let ends_at = Date.now() + 12
  for (let guess = 0; ; guess++) {
    if (Math.clz32(sha256(key + guess)[0] as number) >= bits) return String(guess)
    if (guess % 64 === 0 && Date.now() > ends_at) {
      await new Promise((resume) => setTimeout(resume))
      ends_at = Date.now() + 12
    }
  }
}
