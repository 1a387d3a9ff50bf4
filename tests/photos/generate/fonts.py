"""Fonts by role, as Debian ships them; a role whose fonts are all absent takes DejaVu's."""
import functools
import os
import subprocess

from PIL import ImageFont

roles = {
    'serif': [
        'Liberation Serif',
        'Tinos',
        'C059',
        'P052',
        'Nimbus Roman',
        'EB Garamond',
        'Linux Libertine O',
        'URW Bookman',
        'Caladea',
        'Gentium',
        'Quattrocento',
        'Vollkorn',
        'FreeSerif',
        'DejaVu Serif',
        'Noto Serif',
    ],
    'sans': [
        'Liberation Sans',
        'Arimo',
        'Roboto',
        'Open Sans',
        'Lato',
        'Carlito',
        'Cantarell',
        'Nimbus Sans',
        'FreeSans',
        'Cabin',
        'DejaVu Sans',
        'Noto Sans',
        'Linux Biolinum O',
    ],
    'narrow': [
        'Liberation Sans Narrow',
        'Roboto Condensed',
        'Open Sans Condensed',
        'Nimbus Sans Narrow',
        'DejaVu Sans Condensed',
    ],
    'mono': [
        'Liberation Mono',
        'Cousine',
        'DejaVu Sans Mono',
        'Nimbus Mono PS',
        'FreeMono',
        'GNUTypewriter',
        'Inconsolata',
        'Noto Sans Mono',
    ],
    'type': ['GNUTypewriter', 'Nimbus Mono PS', 'Liberation Mono', 'FreeMono'],
    'script': [
        'Dancing Script',
        'Kristi',
        'Rufscript',
        'DkgHandwriting',
        'Breip',
        'femkeklaver',
        'Domestic Manners',
        'Z003',
    ],
    'arabic': ['Noto Naskh Arabic', 'Noto Sans Arabic', 'DejaVu Sans'],
}


@functools.lru_cache(maxsize=None)
def files():
    """Family -> {(bold, italic): file}."""
    found = {}
    listing = subprocess.run(
        ['fc-list', '--format', '%{family}|%{style}|%{file}\n'], capture_output=True, text=True
    ).stdout
    for line in sorted(listing.splitlines()):
        families, styles, path = line.split('|')
        if not path.endswith(('.ttf', '.otf')):
            continue
        style = styles.split(',')[0].lower()
        if any(word in style for word in ('light', 'thin', 'black', 'heavy', 'semi', 'hairline')):
            continue
        key = ('bold' in style, 'italic' in style or 'oblique' in style)
        found.setdefault(families.split(',')[0], {}).setdefault(key, path)
    return found


def families(role):
    known = [family for family in roles[role] if family in files()]
    return known or ['DejaVu Sans']


@functools.lru_cache(maxsize=512)
def font(family, pixels, bold=False, italic=False):
    faces = files().get(family) or files()['DejaVu Sans']
    path = faces.get((bold, italic)) or faces.get((bold, False)) or next(iter(faces.values()))
    return ImageFont.truetype(path, max(6, int(round(pixels))), layout_engine=ImageFont.Layout.BASIC)


assert os.path.exists('/usr/bin/fc-list'), 'fontconfig is missing: apt-get install fontconfig'
