/** Converts one of our SVGs to PNG in its own size, without fonts of the machine. Loads resvg with the first one. */
export async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  // When it is loaded, resvg requests a report of the process, which would resolve the name of every peer and block for seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' })
  return new Uint8Array(image.asPng())
}
