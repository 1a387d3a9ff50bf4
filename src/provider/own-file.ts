/** Whether a file of this build is gone from the server; a captive portal, or a line that has died, says nothing of that. */
export async function isGone(file: string): Promise<boolean> {
  const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' })
  return status === 404 || status === 410
}
