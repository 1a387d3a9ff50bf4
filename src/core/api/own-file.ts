/** Whether the server no longer has a file of this build. A captive portal or a dead line says nothing about that. */
export async function isGone(file: string): Promise<boolean> {
  const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' })
  return status === 404 || status === 410
}
