"""Screenshots, as phones make them."""
import cv2
import numpy as np
from PIL import Image, ImageDraw

import grounds
from fonts import families, font
from noise import pick
from people import first
from rooms import street


said = [
    'Bonjour, ça va ?',
    'Tu as envoyé le dossier ?',
    'Oui, hier soir.',
    'D’accord, je te rappelle',
    'On se voit à quelle heure ?',
    'Le réseau est lent ici',
    'Envoie vite avant ce soir',
    'Merci beaucoup !',
    'Je suis à la gare',
    'Ok',
    'C’est pour la bourse',
    'Il faut l’acte de naissance et la carte',
    'Attends',
    'Photo reçue',
    'Demain matin inch’Allah',
]


def chat(rng):
    """A screenshot of a conversation."""
    w, h = pick(rng, [(1080, 2340), (720, 1600), (1080, 1920), (720, 1280)])
    dark = rng.random() < 0.35
    back = (
        pick(rng, [(236, 229, 221), (255, 255, 255), (240, 242, 245)])
        if not dark
        else pick(rng, [(11, 20, 26), (0, 0, 0), (24, 24, 30)])
    )
    image = Image.new('RGB', (w, h), back)
    pen, k = ImageDraw.Draw(image), w / 1080
    bar = pick(rng, [(0, 95, 84), (80, 130, 200), (250, 250, 250), (120, 80, 190)]) if not dark else (31, 44, 52)
    ink = (20, 20, 20) if not dark else (230, 230, 230)
    text = lambda x, y, words, size, colour: pen.text(
        (x * k, y * k), words, colour, font(pick(rng, families('sans')[:3]), size * k)
    )
    pen.rectangle([0, 0, w, 190 * k], fill=bar)
    light = sum(bar) < 480
    text(40, 20, f'{rng.integers(7, 23)}:{rng.integers(10, 60)}', 34, (250, 250, 250) if light else ink)
    text(150, 95, pick(rng, [*first, 'Maman', 'Groupe Terminale']), 50, (250, 250, 250) if light else ink)
    pen.ellipse([40 * k, 90 * k, 120 * k, 170 * k], fill=(150, 160, 170))
    y = 240 * k
    while y < h - 260 * k:
        mine = rng.random() < 0.5
        tint = ((217, 253, 211) if mine else (255, 255, 255)) if not dark else ((0, 92, 75) if mine else (32, 44, 51))
        words = pick(rng, said)
        wide, tall = (min(900, 90 + len(words) * 24)) * k, 96 * k
        if rng.random() < 0.12:
            wide, tall, words = 560 * k, float(rng.uniform(300, 560)) * k, ''
        x = w - wide - 36 * k if mine else 36 * k
        pen.rounded_rectangle([x, y, x + wide, y + tall], 24 * k, tint)
        if words:
            text(x / k + 28, y / k + 20, words, 40, ink)
        else:
            pen.rectangle(
                [x + 12 * k, y + 12 * k, x + wide - 12 * k, y + tall - 12 * k],
                fill=tuple(int(v) for v in rng.integers(30, 220, 3)),
            )
        y += tall + pick(rng, [14, 22, 60]) * k
    pen.rounded_rectangle(
        [24 * k, h - 160 * k, w - 170 * k, h - 60 * k], 50 * k, (255, 255, 255) if not dark else (42, 57, 66)
    )
    text(80, h / k - 140, 'Message', 40, (140, 140, 140))
    return np.asarray(image)[..., ::-1]


def home(rng):
    """A screenshot of the phone's start page."""
    w, h = pick(rng, [(1080, 2340), (720, 1600)])
    picture = (
        cv2.resize(grounds.painted(rng, h // 4, w // 4, 20, 220), (w, h)) if rng.random() < 0.6 else street(rng, h, w)
    )
    image = Image.fromarray(picture[..., ::-1].copy())
    pen, k = ImageDraw.Draw(image), w / 1080
    for row in range(int(rng.integers(3, 7))):
        for column in range(4):
            x, y = (110 + column * 240) * k, (500 + row * 270) * k
            pen.rounded_rectangle(
                [x, y, x + 140 * k, y + 140 * k], 34 * k, tuple(int(v) for v in rng.integers(20, 250, 3))
            )
            pen.text(
                (x + 70 * k, y + 175 * k),
                pick(rng, ['Photos', 'Horloge', 'Radio', 'Appels', 'Notes', 'Météo']),
                (240, 240, 240),
                font('DejaVu Sans', 30 * k),
                'mm',
            )
    return np.asarray(image)[..., ::-1]
