"""The net as the portal computes it (src/documents/image/net.ts), and its file."""
import re

import torch
import torch.nn.functional as F
from torch import nn

from net import rest
from pictures import kinds, names

letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
# Steps to the root of the mean square of an output's weights: finer ones are bytes, and change no answer.
steps_to_mean = 3


def two_letters(value):
    whole = min(4095, max(0, round(value * 128) + 2048))
    return letters[whole // 64] + letters[whole % 64]


def kept(weight):
    return None if weight is None else nn.Parameter(weight.detach().clone())


class Layer(nn.Module):
    """Each output's weights are whole steps, 63 of them, of a length of its own."""

    def __init__(self, weight, bias, **how):
        super().__init__()
        self.weight, self.bias, self.how = kept(weight), kept(bias), how

    def steps(self):
        flat = self.weight.flatten(1)
        sizes = flat.detach()
        step = torch.maximum(sizes.abs().amax(1) / 31, sizes.square().mean(1).sqrt() / steps_to_mean)
        exponent = torch.ceil(torch.log2(step.clamp(min=1e-7)) * 128) / 128
        return exponent, flat / (2**exponent)[:, None]

    def forward(self, x):
        exponent, flat = self.steps()
        # Rounded for the answer, and not for what is learnt from it.
        whole = (flat + (flat.round() - flat).detach()) * (2**exponent)[:, None]
        weight = whole.view_as(self.weight)
        bias = self.bias
        if bias is not None:
            bias = bias + ((bias * 128).round() / 128 - bias).detach()
        return F.linear(x, weight, bias) if weight.dim() == 2 else F.conv2d(x, weight, bias, **self.how)

    def text(self):
        exponent, flat = self.steps()
        rows = zip(exponent.tolist(), flat.round().int().tolist())
        weights = [two_letters(step) + ''.join(letters[value + 32] for value in row) for step, row in rows]
        return ''.join(
            weights + [two_letters(value) for value in (self.bias.tolist() if self.bias is not None else [])]
        )

    def take(self, text):
        """The weights that `text` wrote, of letters that come one by one."""

        def fine():
            return (letters.index(next(text)) * 64 + letters.index(next(text)) - 2048) / 128

        for row in self.weight.data.flatten(1):
            step = 2 ** fine()
            row.copy_(torch.tensor([(letters.index(next(text)) - 32) * step for _ in row]))
        if self.bias is not None:
            self.bias.data.copy_(torch.tensor([fine() for _ in self.bias]))


def folded(layer, norm):
    """A layer and the norm behind it are one layer."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return layer.weight * scale.view(-1, 1, 1, 1), norm.bias - norm.running_mean * scale


class Portal(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.stem = Layer(*folded(net.stem, net.norm), stride=2)
        blocks = [
            (
                Layer(one.deep.weight, None, groups=one.deep.weight.shape[0], padding=1),
                Layer(*folded(one.point, one.norm)),
            )
            for one in net.blocks
        ]
        self.blocks = nn.ModuleList([nn.ModuleList(block) for block in blocks])
        self.maps, self.hidden, self.out = (Layer(one.weight, one.bias) for one in (net.maps, net.hidden, net.out))
        self.drop = nn.Identity()

    def forward(self, x, mask, scalars):
        return rest(self, F.relu(self.stem(x)) * mask, mask, scalars, self.block)

    @staticmethod
    def block(layers, x, mask):
        y = layers[1](layers[0](x))
        return F.relu(y + x if y.shape == x.shape else y) * mask

    def layers(self):
        return [self.stem, *(layer for block in self.blocks for layer in block), self.maps, self.hidden, self.out]

    def text(self):
        return ''.join(layer.text() for layer in self.layers())


def read_source(path, net):
    """A portal's net with the weights of a file that `source` wrote; `net` is of the same width."""
    portal = Portal(net)
    text = iter(re.search("text: '(.*)'", open(path).read()).group(1))
    for layer in portal.layers():
        layer.take(text)
    return portal


def source(portal, width, limits, origin):
    fine, coarse, hidden = width
    return f"""/** One letter is one weight. */
export const letters = '{letters}'

export interface Weights {{
  /** Planes of the fine grid, of the coarse one, and of what is known of all. */
  fine: number
  coarse: number
  hidden: number
  names: number
  kinds: number
  text: string
}}

/** Of what is wrong, in the order of its names: more likely than that to be other than fine, and the student is told. */
export const limits: readonly number[] = [{', '.join(f'{limit:g}' for limit in limits[1:])}]

/** {origin} */
export const weights: Weights = {{
  fine: {fine},
  coarse: {coarse},
  hidden: {hidden},
  names: {len(names)},
  kinds: {len(kinds)},
  text: '{portal.text()}',
}}
"""
