/** Returns an SVG of ours as PNG, in the size that it names. Fonts of the machine are not read. resvg is loaded with the first one. */
export async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  // resvg asks for a report of the process when it is loaded, which would look up the name of every peer and block for seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' })
  return new Uint8Array(image.asPng())
}
