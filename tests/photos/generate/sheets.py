"""A template's sheet made a thing: bent, folded, crumpled, then laid into the frame by a homography.

Points of the page are followed through everything, so that corners and fields stay known.
"""
import cv2
import numpy as np

from noise import field, fractal, lit, pick

margin = 0.03


class Sheet:
    """BGR with a rim, coverage, light, bend; `points` are pixels of the page without its rim."""

    def __init__(self, picture, fields, corner, gloss):
        h, w = picture.shape[:2]
        self.m = int(max(h, w) * margin)
        self.size = (w, h)
        self.fields = fields
        self.gloss = gloss
        self.picture = cv2.copyMakeBorder(picture, *[self.m] * 4, cv2.BORDER_REPLICATE)
        self.shape = self.picture.shape[:2]
        self.alpha = np.zeros(self.shape, np.uint8)
        m = self.m
        cv2.rectangle(self.alpha, (m + corner, m), (m + w - 1 - corner, m + h - 1), 255, -1)
        cv2.rectangle(self.alpha, (m, m + corner), (m + w - 1, m + h - 1 - corner), 255, -1)
        for x in (m + corner, m + w - 1 - corner):
            for y in (m + corner, m + h - 1 - corner):
                cv2.circle(self.alpha, (x, y), corner, 255, -1)
        low = tuple(max(4, n // 8) for n in self.shape)
        self.light = np.ones(low, np.float32)
        self.bend = np.zeros((*low, 2), np.float32)

    def axes(self):
        """Position on the page of the low maps, in shares of it (its rim is outside 0..1)."""
        hh, ww = self.light.shape
        ys, xs = np.mgrid[0:hh, 0:ww].astype(np.float32)
        return ((xs + 0.5) * self.shape[1] / ww - self.m) / self.size[0], (
            (ys + 0.5) * self.shape[0] / hh - self.m
        ) / self.size[1]

    def fold(self, rng, at=None, upright=None, tone=None, kink=None):
        """A crease across the whole sheet: one side in another light, the middle pushed aside."""
        xs, ys = self.axes()
        upright = rng.random() < 0.4 if upright is None else upright
        along = xs if upright else ys
        at = at if at is not None else pick(rng, [0.5, 0.5, 0.33, 0.66]) + float(rng.normal(0, 0.01))
        tone = float(rng.uniform(-0.3, 0.3)) if tone is None else tone
        slope = float(rng.uniform(0.0, 0.9))
        beyond = np.clip((along - at) * 200, 0, 1)
        self.light *= 1 + tone * beyond * (1 - slope * 0.5 * np.abs(along - at))
        near = along - at
        self.light *= (
            1
            - float(rng.uniform(0.05, 0.3)) * np.exp(-((near * 160) ** 2))
            + float(rng.uniform(0, 0.15)) * np.exp(-(((near - 0.012) * 120) ** 2))
        )
        kink = float(rng.uniform(-0.012, 0.012)) if kink is None else kink
        tent = 1 - np.abs(near) / np.where(near < 0, at, 1 - at)
        self.bend[..., 0 if not upright else 1] += kink * np.clip(tent, 0, 1) * max(self.size)

    def torn(self, rng):
        """Edges that are not straight: torn, worn, or eaten."""
        h, w = self.shape
        rough = np.abs(fractal(rng, h // 4, w // 4, 30, 4)) * float(rng.uniform(0.002, 0.008)) * max(self.size)
        inside = cv2.distanceTransform(self.alpha, cv2.DIST_L2, 3)
        self.alpha[inside < cv2.resize(rough, (w, h))] = 0

    def punched(self, rng):
        """Two holes of a binder, or four."""
        (w, h), m = self.size, self.m
        k = max(w, h) / 297
        for at in pick(rng, [(-40, 40), (-120, -40, 40, 120)]):
            cv2.circle(self.alpha, (int(m + 11 * k), int(m + h / 2 + at * k)), int(3 * k), 0, -1, cv2.LINE_AA)

    def curl(self, rng, strength=1.0):
        xs, ys = self.axes()
        hh, ww = self.light.shape
        amount = float(rng.uniform(0.001, 0.006)) * strength * max(self.size)
        self.bend[..., 0] += amount * np.sin(ys * float(rng.uniform(1.5, 4)) + float(rng.uniform(0, 6)))
        self.bend[..., 1] += amount * np.sin(xs * float(rng.uniform(1.5, 4)) + float(rng.uniform(0, 6)))
        self.light *= 1 + 0.05 * strength * field(rng, hh, ww, 2)

    def crumple(self, rng, strength):
        """Facets: each crease a half-plane whose step in light dies away along and across it."""
        xs, ys = self.axes()
        ratio = self.size[1] / self.size[0]
        ys = ys * ratio
        total = np.zeros_like(xs)
        for _ in range(int(6 + 26 * strength)):
            a, cx, cy = float(rng.uniform(0, 6.28)), float(rng.uniform(0, 1)), float(rng.uniform(0, ratio))
            across = (xs - cx) * np.cos(a) + (ys - cy) * np.sin(a)
            along = -(xs - cx) * np.sin(a) + (ys - cy) * np.cos(a)
            reach = np.exp(-((along / float(rng.uniform(0.1, 0.5))) ** 2))
            total += (
                float(rng.normal(0, 1))
                * np.sign(across)
                * np.exp(-np.abs(across) / float(rng.uniform(0.02, 0.2)))
                * reach
            )
        self.light *= np.clip(1 + total * (0.04 + 0.2 * strength), 0.12, 1.5)
        hh, ww = self.light.shape
        for k in range(2):
            self.bend[..., k] += field(rng, hh, ww, 7) * 0.006 * strength * max(self.size)
            # Each facet shows the print a little beside its place.
            self.bend[..., k] += total * float(rng.normal(0, 0.008)) * strength**2 * max(self.size)

    def dogear(self, rng, corner, share):
        """One corner folded onto the sheet. Returns what it covers, in shares of the page."""
        (w, h), m = self.size, self.m
        leg = share * min(w, h)
        sx, sy = (1, 1, -1, -1)[corner], (1, -1, -1, 1)[corner]
        ox, oy = m + (0 if sx > 0 else w), m + (0 if sy > 0 else h)
        skew = float(rng.uniform(0.7, 1.3))
        a, b = leg * skew, leg / skew
        gone = np.int32(
            [
                (ox - sx * m, oy - sy * m),
                (ox + sx * a, oy - sy * m),
                (ox + sx * a, oy),
                (ox, oy + sy * b),
                (ox - sx * m, oy + sy * b),
            ]
        )
        cv2.fillPoly(self.alpha, [gone], 0, cv2.LINE_AA)
        # The corner's mirror image in the crease.
        nx, ny = b * sx, a * sy
        t = 2 * (a * b) / (nx * nx + ny * ny)
        tip = (ox + t * nx, oy + t * ny)
        flap = np.int32([(ox + sx * a, oy), (ox, oy + sy * b), tip])
        shadow = np.zeros(self.shape, np.uint8)
        cv2.fillPoly(shadow, [flap], 255)
        shadow = (
            cv2.GaussianBlur(np.roll(shadow, (m // 6, m // 6), (0, 1)), (0, 0), max(2, m // 5)).astype(np.float32) / 255
        )
        self.picture = lit(self.picture, 1 - 0.35 * shadow)
        paper = np.percentile(self.picture.reshape(-1, 3)[::97], 75, axis=0) * float(rng.uniform(0.8, 1.0))
        cv2.fillPoly(self.picture, [flap], tuple(float(v) for v in paper), cv2.LINE_AA)
        return flap.astype(np.float32) - m

    def finish(self):
        """Applies light and bend at the page's own size."""
        h, w = self.shape
        self.picture = lit(self.picture, cv2.resize(self.light, (w, h), interpolation=cv2.INTER_LINEAR))
        if np.abs(self.bend).max() > 0.5:
            full = cv2.resize(self.bend, (w, h), interpolation=cv2.INTER_CUBIC)
            ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
            mx, my = xs + full[..., 0], ys + full[..., 1]
            self.picture = cv2.remap(self.picture, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            self.alpha = cv2.remap(self.alpha, mx, my, cv2.INTER_LINEAR)

    def moved(self, points):
        """Where the bend takes points of the page."""
        out = []
        for x, y in points:
            hh, ww = self.light.shape
            i = int(np.clip((y + self.m) / self.shape[0] * hh, 0, hh - 1))
            j = int(np.clip((x + self.m) / self.shape[1] * ww, 0, ww - 1))
            out.append((x - self.bend[i, j, 0], y - self.bend[i, j, 1]))
        return np.float32(out)

    def corners(self):
        w, h = self.size
        return [(0, 0), (w, 0), (w, h), (0, h)]


def through(H, points):
    return cv2.perspectiveTransform(np.float32(points).reshape(1, -1, 2), H.astype(np.float64))[0]


def view(rng, size, tilt, turn):
    """The sheet seen by a camera: its corners about the origin, unscaled."""
    w, h = size
    unit = max(w, h)
    p = np.float64([(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)]) / unit
    a, b, c = np.radians(turn), np.radians(tilt), float(rng.uniform(0, 2 * np.pi))
    rz = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    axis = np.array([np.cos(c), np.sin(c), 0])
    rx, _ = cv2.Rodrigues(axis * b)
    q = p @ rz.T @ rx.T
    depth = 1.7 + q[:, 2]
    return q[:, :2] / depth[:, None]


def outside(quad, w, h):
    """The share of the sheet that is out of the frame."""
    quad = np.float32(quad)
    area = cv2.contourArea(quad)
    seen, _ = cv2.intersectConvexConvex(quad, np.float32([(0, 0), (w, 0), (w, h), (0, h)]))
    return float(1 - seen / area) if area else 1.0


def place(rng, size, frame, fill, tilt=8.0, turn=3.0, centre=None):
    """Corners in the frame: `fill` is the share of the frame's tighter side."""
    w, h = frame
    q = view(rng, size, tilt, turn)
    low, high = q.min(0), q.max(0)
    k = fill * min(w / (high[0] - low[0]), h / (high[1] - low[1]))
    q = (q - (low + high) / 2) * k
    half = (high - low) / 2 * k
    room = np.maximum(np.array([w, h]) / 2 - half - 0.01 * max(w, h), 0)
    at = np.array([w, h]) / 2 + (rng.uniform(-1, 1, 2) * 0.7 if centre is None else np.asarray(centre)) * room
    return (q + at).astype(np.float32)


def cut(rng, quad, frame, share, sides):
    """Moves the sheet over the frame's sides until `share` of it is outside."""
    w, h = frame
    way = np.zeros(2)
    for side in sides:
        way += {'left': (-1, 0), 'right': (1, 0), 'top': (0, -1), 'bottom': (0, 1)}[side]
    low, high = 0.0, float(max(w, h)) * 1.5
    for _ in range(30):
        middle = (low + high) / 2
        if outside(quad + way * middle, w, h) < share:
            low = middle
        else:
            high = middle
    return (quad + way * high).astype(np.float32)


def sides_cut(quad, w, h, least=0.004):
    q = np.asarray(quad)
    over = {
        'left': -q[:, 0].min() / w,
        'right': (q[:, 0].max() - w) / w,
        'top': -q[:, 1].min() / h,
        'bottom': (q[:, 1].max() - h) / h,
    }
    return [side for side, share in sorted(over.items(), key=lambda item: -item[1]) if share > least]


def lay(rng, picture, sheet, quad, shadow=0.45):
    """-> the frame with the sheet on it, the sheet's coverage, its homography."""
    h, w = picture.shape[:2]
    H = cv2.getPerspectiveTransform(np.float32(sheet.corners()), np.float32(quad))
    side = np.sqrt(abs(cv2.contourArea(np.float32(quad))) / (sheet.size[0] * sheet.size[1]))
    source, alpha, k = sheet.picture, sheet.alpha, 1.0
    if side < 0.75:
        k = min(1.0, side * 1.25)
        dsize = (max(8, int(sheet.shape[1] * k)), max(8, int(sheet.shape[0] * k)))
        source, alpha = (cv2.resize(a, dsize, interpolation=cv2.INTER_AREA) for a in (source, alpha))
        kx, ky = dsize[0] / sheet.shape[1], dsize[1] / sheet.shape[0]
    else:
        kx = ky = 1.0
    A = np.array([[1 / kx, 0, -sheet.m], [0, 1 / ky, -sheet.m], [0, 0, 1.0]])
    M = H @ A
    rim = through(M, [(0, 0), (source.shape[1], 0), (source.shape[1], source.shape[0]), (0, source.shape[0])])
    x0, y0 = np.clip(np.floor(rim.min(0)).astype(int) - 2, 0, [w, h])
    x1, y1 = np.clip(np.ceil(rim.max(0)).astype(int) + 2, 0, [w, h])
    T = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    dsize = (max(1, int(x1 - x0)), max(1, int(y1 - y0)))
    top = cv2.warpPerspective(
        source,
        T @ M,
        dsize,
        flags=cv2.INTER_CUBIC if side > 0.75 else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    cover = np.zeros((h, w), np.uint8)
    cover[y0:y1, x0:x1] = cv2.warpPerspective(alpha, T @ M, dsize, flags=cv2.INTER_LINEAR)[: y1 - y0, : x1 - x0]
    if shadow:
        small = cv2.resize(cover, (w // 4, h // 4), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        away = rng.normal(0, 0.005, 2) * max(w, h) / 4
        small = cv2.warpAffine(small, np.float32([[1, 0, away[0]], [0, 1, away[1]]]), (w // 4, h // 4))
        small = cv2.GaussianBlur(small, (0, 0), max(w, h) / 4 * float(rng.uniform(0.002, 0.008)))
        cv2.multiply(picture, cv2.merge([cv2.resize(1 - shadow * small, (w, h))] * 3), dst=picture, dtype=cv2.CV_8U)
    part = picture[y0:y1, x0:x1]
    a = cv2.merge([cover[y0:y1, x0:x1]] * 3).astype(np.float32) / 255
    blended = part.astype(np.float32) * (1 - a) + top[: y1 - y0, : x1 - x0].astype(np.float32) * a
    picture[y0:y1, x0:x1] = np.clip(blended + 0.5, 0, 255).astype(np.uint8)
    return picture, cover, H
