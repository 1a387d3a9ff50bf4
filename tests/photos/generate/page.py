"""A sheet to draw on, in millimetres; it remembers which printed texts are its critical fields."""
import cv2
import numpy as np
from PIL import Image, ImageDraw

from fonts import families, font
from noise import fractal, grain, pick


class Page:
    def __init__(self, rng, width, height, dpi, paper=(250, 249, 245)):
        self.rng, self.width, self.height = rng, width, height
        self.k = dpi / 25.4
        self.ink = (25, 25, 28)
        self.image = Image.new('RGB', (int(width * self.k), int(height * self.k)), paper)
        self.draw = ImageDraw.Draw(self.image)
        self.fields = []
        self.corner = 0.0
        self.gloss = 0.0

    def px(self, *millimetres):
        return [value * self.k for value in millimetres]

    def font(self, family, points, bold=False, italic=False):
        return font(family, points * 0.3528 * self.k, bold, italic)

    def text(self, x, y, words, family, points, bold=False, italic=False, colour=None, anchor='l', critical=False):
        """Baseline at y. Returns the width in millimetres."""
        face = self.font(family, points, bold, italic)
        at = tuple(self.px(x, y))
        self.draw.text(at, words, font=face, fill=colour or self.ink, anchor=anchor + 's')
        box = self.draw.textbbox(at, words, font=face, anchor=anchor + 's')
        if critical:
            self.fields.append((words, box))
        return (box[2] - box[0]) / self.k

    def keep(self, x, y, width, height):
        """Must stay visible, as print must, and says nothing to read."""
        self.fields.append(('', tuple(self.px(x, y, x + width, y + height))))

    def line(self, x0, y0, x1, y1, width=0.2, colour=None):
        self.draw.line(self.px(x0, y0, x1, y1), fill=colour or self.ink, width=max(1, int(width * self.k)))

    def dots(self, x0, x1, y):
        for x in np.arange(x0, x1, 1.1):
            cx, cy = self.px(x, y)
            r = 0.12 * self.k
            self.draw.ellipse([cx - r, cy - r, cx + r, cy + r], fill=self.ink)

    def box(self, x, y, width, height, fill=None, outline=None, line=0.25, radius=0):
        self.draw.rounded_rectangle(
            self.px(x, y, x + width, y + height),
            radius * self.k,
            fill,
            outline,
            max(1, int(line * self.k)) if outline else 0,
        )

    def paste(self, picture, x, y, width, height):
        """A BGR array laid on the sheet."""
        w, h = int(width * self.k), int(height * self.k)
        small = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)
        self.image.paste(Image.fromarray(small[..., ::-1]), tuple(int(v) for v in self.px(x, y)))

    def stamp(self, x, y, size, words, colour, share=0.8):
        """A round or square rubber stamp over what is there, worn and turned."""
        rng, side = self.rng, int(size * self.k * 1.4)
        mark = Image.new('L', (side, side), 0)
        pen, c, r = ImageDraw.Draw(mark), side / 2, size * self.k / 2
        w = max(2, int(r * 0.04))
        if rng.random() < 0.75:
            pen.ellipse([c - r, c - r, c + r, c + r], outline=255, width=w)
            pen.ellipse([c - r * 0.62, c - r * 0.62, c + r * 0.62, c + r * 0.62], outline=255, width=w)
            face = font(families('sans')[0], r * 0.26, True)
            for i, letter in enumerate(words[:26]):
                turn = -200 + 220 * i / max(1, len(words[:26]) - 1)
                tile = Image.new('L', (int(r * 0.4), int(r * 0.4)), 0)
                ImageDraw.Draw(tile).text((r * 0.2, r * 0.2), letter, 255, face, 'mm')
                tile = tile.rotate(-turn - 90, Image.BICUBIC)
                a = np.radians(turn)
                at = (int(c + r * 0.8 * np.cos(a) - r * 0.2), int(c + r * 0.8 * np.sin(a) - r * 0.2))
                mark.paste(255, at, tile)
            points = [
                (c + r * s * np.cos(a), c + r * s * np.sin(a))
                for a, s in zip(np.linspace(-1.57, 4.71, 11)[:10], [0.4, 0.17] * 5)
            ]
            pen.polygon(points, outline=255)
        else:
            pen.rounded_rectangle([c - r, c - r * 0.5, c + r, c + r * 0.5], r * 0.1, outline=255, width=w)
            for i, part in enumerate([words[:16], words[16:34] or 'REÇU']):
                pen.text((c, c - r * 0.2 + i * r * 0.4), part, 255, font(families('sans')[0], r * 0.24, True), 'mm')
        mark = mark.rotate(float(rng.normal(0, 14)), Image.BICUBIC)
        worn = np.asarray(mark, np.float32) * np.clip(share + 0.5 * fractal(rng, side, side, 5, 4), 0.1, 1)
        at = tuple(int(v) for v in self.px(x - size * 0.7, y - size * 0.7))
        self.image.paste(Image.new('RGB', (side, side), colour), at, Image.fromarray(worn.astype(np.uint8)))

    def signature(self, x, y, width, colour=(25, 35, 120)):
        rng, n = self.rng, int(self.rng.integers(5, 12))
        xs = np.linspace(0, width, n) + rng.normal(0, width * 0.06, n)
        ys = rng.normal(0, width * 0.17, n) * np.linspace(1.2, 0.4, n)
        t = np.linspace(0, n - 1, 160)
        i = np.clip(t.astype(int), 0, n - 2)
        u = t - i
        u = u * u * (3 - 2 * u)
        points = [(x + xs[a] * (1 - b) + xs[a + 1] * b, y + ys[a] * (1 - b) + ys[a + 1] * b) for a, b in zip(i, u)]
        self.draw.line(
            [tuple(self.px(*p)) for p in points],
            fill=colour,
            width=max(2, int(rng.uniform(0.25, 0.6) * self.k)),
            joint='curve',
        )

    def bars(self, x, y, width, height):
        at = x
        while at < x + width:
            w = pick(self.rng, [0.25, 0.25, 0.5, 0.75])
            self.draw.rectangle(self.px(at, y, at + w, y + height), fill=(10, 10, 10))
            at += w + pick(self.rng, [0.25, 0.25, 0.5, 0.75])

    def matrix(self, x, y, size, cells=25):
        """Looks like a QR code; says nothing."""
        black = self.rng.random((cells, cells)) < 0.48
        for cy, cx in ((0, 0), (0, cells - 7), (cells - 7, 0)):
            black[cy : cy + 7, cx : cx + 7] = True
            black[cy + 1 : cy + 6, cx + 1 : cx + 6] = False
            black[cy + 2 : cy + 5, cx + 2 : cx + 5] = True
        picture = cv2.merge([np.where(black, 20, 245).astype(np.uint8)] * 3)
        side = int(size * self.k)
        picture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_NEAREST)
        self.image.paste(Image.fromarray(picture), tuple(int(v) for v in self.px(x, y)))

    def guilloche(self, colour, x=0, y=0, width=None, height=None, lines=26, share=0.3):
        """Fine waves of a security ground, mixed into what is there."""
        rng, width, height = self.rng, width or self.width, height or self.height
        layer = Image.new('L', self.image.size, 0)
        pen = ImageDraw.Draw(layer)
        f1, f2, p = rng.uniform(2, 6), rng.uniform(5, 13), rng.uniform(0, 6)
        t = np.linspace(0, 1, 140)
        for i in range(lines):
            wave = np.sin(t * f1 * 6.28 + p + i * 0.25) + 0.5 * np.sin(t * f2 * 6.28 - i * 0.15)
            ys = y + height * (i / lines + 0.05 * wave)
            pen.line(
                [tuple(self.px(x + a * width, b)) for a, b in zip(t, ys)],
                fill=int(255 * share),
                width=max(1, int(0.15 * self.k)),
            )
        self.image.paste(Image.new('RGB', self.image.size, colour), (0, 0), layer)

    def age(self, strength):
        """Yellowed edges, stains and fibres: as an array, in BGR."""
        rng = self.rng
        picture = np.asarray(self.image)[..., ::-1].astype(np.uint8).copy()
        h, w = picture.shape[:2]
        small = fractal(rng, h // 8, w // 8, 4, 4) * 0.04 * strength + 1
        ys, xs = np.mgrid[0 : h // 8, 0 : w // 8].astype(np.float32)
        edge = np.minimum(np.minimum(xs, w / 8 - xs), np.minimum(ys, h / 8 - ys)) / (w / 8)
        small -= 0.12 * strength * np.exp(-edge * 14)
        for _ in range(int(rng.poisson(0.6 * strength))):
            cx, cy, r = rng.uniform(0, w / 8), rng.uniform(0, h / 8), rng.uniform(0.02, 0.1) * w / 8
            d = np.hypot(xs - cx, ys - cy) / r + 0.25 * fractal(rng, h // 8, w // 8, 8, 3)
            small *= 1 - 0.14 * (d < 1) - 0.1 * np.exp(-((d - 1) ** 2) * 60)
        light = cv2.resize(small, (w, h))
        tint = [1 - 0.1 * strength * rng.random(), 1 - 0.03 * strength * rng.random(), 1.0]
        light = cv2.merge([light**1.6 * tint[0], light * tint[1], light * tint[2]])
        picture = cv2.multiply(picture, light, dtype=cv2.CV_8U)
        return cv2.add(picture, cv2.merge([grain(rng, h, w) * 1.3] * 3), dtype=cv2.CV_8U)
