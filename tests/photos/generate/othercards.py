"""Other cards than the identity card: bank, voter's, health, library."""
from bodies import inks
from faces import passport
from fonts import families
from noise import pick
from page import Page
from people import digits, operators, person


def bank(rng):
    colour = pick(rng, [(30, 50, 110), (150, 30, 45), (40, 40, 44), (20, 110, 90), (200, 160, 70), (110, 120, 140)])
    page = Page(rng, 85.6, 54, 420, colour)
    page.corner, page.serif = 3.2, pick(rng, families('sans'))
    page.guilloche(tuple(min(255, c + 60) for c in colour), share=0.4)
    white = (240, 240, 235)
    page.text(
        6, 10, pick(rng, ['BANQUE DU MODÈLE', 'CAISSE D’EXEMPLE', *operators[:3]]), page.serif, 10, True, colour=white
    )
    page.box(8, 19, 12, 9, fill=(214, 182, 96), radius=1.2)
    page.text(8, 37, ' '.join(digits(rng, 4) for _ in range(4)), families('mono')[0], 13, colour=white, critical=True)
    p = person(rng)
    page.text(8, 48, f'{p["first"]} {p["last"]}'.upper()[:24], page.serif, 8, colour=white, critical=True)
    page.text(60, 42, f'0{rng.integers(1, 9)}/{rng.integers(26, 32)}', families('mono')[0], 8, colour=white)
    page.wear = 0.2
    return page


def vote(rng):
    """A voter's or health card."""
    page = Page(rng, 85.6, 54, 420, pick(rng, [(240, 240, 232), (220, 235, 240), (245, 230, 210)]))
    page.corner, page.serif, page.wear = pick(rng, [0.2, 3.2]), pick(rng, families('sans')), 0.6
    page.text(
        42,
        7,
        pick(rng, ['CARTE D’ÉLECTEUR', 'CARTE DE SANTÉ', 'CARTE DE BIBLIOTHÈQUE', 'PERMIS DE CONDUIRE']),
        page.serif,
        9,
        True,
        anchor='m',
        colour=pick(rng, inks),
    )
    p = person(rng)
    for i, (words, said) in enumerate(
        [('Nom', p['last']), ('Prénoms', p['first']), ('Né(e) le', p['born']), ('N°', digits(rng, 10))]
    ):
        page.text(30, 16 + i * 8, words, page.serif, 6)
        page.text(44, 16 + i * 8, said, page.serif, 8.5, True, critical=True)
        page.dots(44, 80, 17 + i * 8)
    page.paste(passport(rng, 260), 4, 12, 20, 26)
    page.keep(4, 12, 20, 26)
    return page
