import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the page: beside the place that is meant for them the browser would leave the page
 * and show the file. Answers whether files are held over the page.
 */
export function usePageDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const end = new AbortController()
    const on = (type: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      window.addEventListener(type, (event) => hasFiles(event) && hear(event), { signal: end.signal })
    on('dragover', (event) => {
      event.preventDefault()
      setIsOver(true)
    })
    // From one element of the page to another is not away from it.
    on('dragleave', (event) => event.relatedTarget === null && setIsOver(false))
    on('drop', (event) => {
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer?.files.length) take(event.dataTransfer.files)
    })
    return () => end.abort()
  }, [])
  return isOver
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
