import { generate } from 'lean-qr/nano'

/** The white border that a camera needs, in modules. */
export const quietZone = 4
/** Pixels of a module: with fewer, cheap phones' cameras see grey. */
export const leastModule = 4

type Canvas = Pick<HTMLCanvasElement, 'width' | 'height'> & {
  getContext(
    kind: '2d',
  ): (Pick<CanvasRenderingContext2D, 'fillRect'> & { fillStyle: unknown }) | null
}

/**
 * Dark on light in every theme, as cameras expect.
 * @param room pixels of the screen available for the code
 */
export function drawCode(canvas: Canvas, text: string, room: number): void {
  const code = generate(text)
  const side = code.size + 2 * quietZone
  const module = Math.max(leastModule, Math.floor(room / side))
  canvas.width = side * module
  canvas.height = canvas.width
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.width)
  pen.fillStyle = '#000'
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++)
      if (code.get(x, y))
        pen.fillRect((x + quietZone) * module, (y + quietZone) * module, module, module)
}
