/**
 * Takes what stands behind the `#` out of the address, now and whenever it changes, so that none of
 * it stays in the browser's history.
 * @returns the function that stops watching
 */
export function watchFragment(onTaken: (text: string) => void): () => void {
  const take = () => {
    const text = location.hash.slice(1)
    // An anchor of the page itself stays.
    if (!text || document.getElementById(text)) return
    history.replaceState(history.state, '', location.pathname)
    onTaken(text)
  }
  take()
  addEventListener('hashchange', take)
  return () => removeEventListener('hashchange', take)
}
