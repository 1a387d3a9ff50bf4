import { useEffect, useState } from 'react'
import * as photoText from './text.ts'

/** The photo as it goes out. Its address is given back as soon as it is not shown. */
export function Preview({ picture, title }: { picture: Blob | undefined; title: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!picture) return
    const address = URL.createObjectURL(picture)
    setUrl(address)
    return () => {
      URL.revokeObjectURL(address)
      // An address that is gone must not be drawn again while the next picture is being prepared.
      setUrl(undefined)
    }
  }, [picture])
  return url && picture ? <img className="preview" src={url} alt={photoText.preview(title)} /> : null
}
