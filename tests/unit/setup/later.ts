/** A promise that the test keeps when it is time (`Promise.withResolvers` is younger than Node 20). */
export function later<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<T>((keep, give) => {
    resolve = keep
    reject = give
  })
  return { promise, resolve, reject }
}
