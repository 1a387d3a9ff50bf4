import { type ComponentType, createContext, useContext, useEffect } from 'react'

/** Called when the screen is React's: the part of a page that is taken over last. */
export const TakenOver = createContext<(() => void) | undefined>(undefined)

function Tell() {
  const onTakenOver = useContext(TakenOver)
  useEffect(() => onTakenOver?.(), [onTakenOver])
  return null
}

/** A route's screen that says when it responds. */
export const telling =
  <P extends object>(Screen: ComponentType<P>) =>
  (props: P) => (
    <>
      <Screen {...props} />
      <Tell />
    </>
  )
