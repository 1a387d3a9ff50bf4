/** Holds back an answer or a file until the test says so. */
export function gate() {
  let open = () => {}
  const hold = new Promise<void>(resolve => {
    open = resolve
  })
  return { hold, open }
}
