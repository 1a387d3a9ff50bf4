"""What is trained on and what is held back, by name: never both in one picture."""
import cards
import grounds
import pages
import papers

held_grounds = {'stripes', 'terrazzo', 'marble', 'mat', 'blanket', 'rug', 'leather', 'desk', 'sheets'}
held_papers = {'x-book', 'x-form', 'x-ticket', 'x-vote'}
both = {'room'}


def split(names, part):
    """Every third name is held back."""
    names = list(names)
    return [name for i, name in enumerate(names) if (i % 3 == 2) == (part == 'held')]


def templates(row, part):
    return split(cards.layouts if row == 'carteid' else pages.tables[row][1], part)


def other_papers(part, card):
    return [
        name for name in papers.makers if (name in papers.cards) == card and (name in held_papers) == (part == 'held')
    ]


def lying(part):
    """The grounds to lie on; a room is what a hand is held before."""
    return [name for name in grounds.makers if name not in both and (name in held_grounds) == (part == 'held')]


def draw(rng, row, template):
    if template.startswith('x-'):
        return papers.draw(rng, row, template)
    return (cards if row == 'carteid' else pages).draw(rng, row, template)
