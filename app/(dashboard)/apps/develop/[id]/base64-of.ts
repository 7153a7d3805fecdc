/** Returns a file's bytes in base64, for procedures that store them. */
export async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const source = new FileReader()
    source.onload = () => resolve(String(source.result))
    source.onerror = () => reject(new Error('Couldn’t read the file. Choose another one'))
    source.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}
