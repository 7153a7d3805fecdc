/** Converts one of our SVGs to PNG in its own size, without fonts of the machine. */
export async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array((await rendered(svg)).asPng())
}

/** Returns the pixels of one of our SVGs, four bytes each. */
export async function pixelsOf(svg: string): Promise<{ pixels: Buffer; width: number; height: number }> {
  const { pixels, width, height } = await rendered(svg)
  return { pixels, width, height }
}

/** Loads resvg with the first image. */
async function rendered(svg: string) {
  // When it is loaded, resvg requests a report of the process, which would resolve the name of every peer and block for seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const { renderAsync } = await import('@resvg/resvg-js')
  return renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' })
}
