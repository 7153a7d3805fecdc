/** Returns the stored email with each block's HTML inside its element. */
export const withBlockHtml = (html: string): string =>
  html.replace(/<div( [^<>]*)><\/div>/g, (div, attributes: string) => {
    const at = attributes.indexOf(` ${SOURCE}="`)
    const source = /^"([^"]*)"$/.exec(attributes.slice(at + SOURCE.length + 2))?.[1]
    return at < 0 || source === undefined ? div : `<div${attributes.slice(0, at)}>${decodedSource(source) ?? ''}</div>`
  })

export const SOURCE = 'data-content-html'

export function decodedSource(source: string | null): string | null {
  try {
    return source === null ? null : decodeURIComponent(source)
  } catch {
    return null
  }
}
