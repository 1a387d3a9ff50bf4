"""The net as it is taught."""
import torch
import torch.nn.functional as F
from torch import nn

from pictures import kinds, names, planes, scalar_count


class Block(nn.Module):
    """Each plane with the cells round it, then all planes of a cell together."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.deep = nn.Conv2d(inputs, inputs, 3, padding=1, groups=inputs, bias=False)
        self.point = nn.Conv2d(inputs, outputs, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x, mask):
        y = self.norm(self.point(self.deep(x)))
        return F.relu(y + x if y.shape == x.shape else y) * mask


class Net(nn.Module):
    def __init__(self, fine, coarse, hidden):
        super().__init__()
        self.stem = nn.Conv2d(planes, fine, 2, stride=2, bias=False)
        self.norm = nn.BatchNorm2d(fine)
        widths = [(fine, fine), (fine, fine), (fine, coarse), (coarse, coarse), (coarse, coarse)]
        self.blocks = nn.ModuleList([Block(*width) for width in widths])
        self.maps = nn.Conv2d(coarse, len(names), 1)
        self.hidden = nn.Linear(2 * coarse + scalar_count, hidden)
        self.out = nn.Linear(hidden, len(names) + len(kinds))
        self.drop = nn.Dropout(0.2)

    def forward(self, x, mask, scalars):
        x = F.relu(self.norm(self.stem(x))) * mask
        return rest(self, x, mask, scalars, lambda block, x, mask: block(x, mask))


def rest(net, x, mask, scalars, block):
    """What follows the first layer, alike while it is taught and in the portal."""
    for i, one in enumerate(net.blocks):
        if i == 2:
            x, mask = (F.max_pool2d(grid, 2, ceil_mode=True) for grid in (x, mask))
        x = block(one, x, mask)
    cells = mask.sum((2, 3))
    whole = torch.cat([(x * mask).sum((2, 3)) / cells, x.amax((2, 3)), scalars], 1)
    out = net.out(F.relu(net.hidden(net.drop(whole))))
    maps = net.maps(x)
    peaks = torch.logsumexp(maps + (mask - 1) * 1e4, (2, 3)) - torch.log(cells)
    return out[:, : len(names)] + peaks, out[:, len(names) :], maps
