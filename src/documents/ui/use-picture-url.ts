import { useEffect, useState } from 'react'

/** Where the browser finds the picture, for as long as it is shown: an address holds the picture in memory. */
export function usePictureUrl(picture: Blob | undefined): string | undefined {
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
  return picture && url
}
